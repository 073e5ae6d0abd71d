/**
 * Which data belongs to which log-in: its name begins with the tag of the session that has fetched
 * it. The sessions of tabs that belong together have one token.
 */
export class Sessions {
  #lastTag = 0;
  /** The tags of sessions that have used the storage. */
  readonly #entered = new Set<number>();
  /** By token, the tags of sessions that ended before. */
  readonly #former = new Map<string, Set<number>>();

  newTag(): number {
    return ++this.#lastTag;
  }

  /** A session uses the storage from now on. */
  enters(tag: number): void {
    this.#entered.add(tag);
  }

  /** A log-out ends all sessions but the one that it begins. */
  logsOut(token: string, tag: number): void {
    for (const each of this.#entered) if (each !== tag) this.ends(each, token);
  }

  /** A session ends before those with a token. */
  ends(tag: number, token: string): void {
    const former = this.#former.get(token) ?? new Set();
    this.#former.set(token, former.add(tag));
  }

  /** Whether sessions with a token may have data with a name. */
  mayHave(token: string | undefined, name: string): boolean {
    return token === undefined || !this.#former.get(token)?.has(parseInt(name, 10));
  }
}
