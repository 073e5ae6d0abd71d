/** The numbers of one set of a stream. */
export interface SetNumbers {
  readonly version: number;
  readonly since: number;
}

/** Numbers the sets of one stream. */
export class SetNumbering {
  #last = -1;

  /** The numbers of the next set; `cause` is the version of the incoming set. */
  follow(cause: number): SetNumbers {
    const since = this.#last;
    this.#last = Math.max(cause, since + 1);
    return { version: this.#last, since };
  }
}
