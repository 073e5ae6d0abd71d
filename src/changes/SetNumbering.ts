/** Where a set stands in its stream. */
export interface SetNumbers {
  readonly version: number;
  readonly since: number;
}

/** Numbers the sets of one stream. */
export class SetNumbering {
  #last = -1;

  /** The numbers of the set to be sent, where `cause` is the version of the set that came in. */
  follow(cause: number): SetNumbers {
    const since = this.#last;
    this.#last = Math.max(cause, since + 1);
    return { version: this.#last, since };
  }
}
