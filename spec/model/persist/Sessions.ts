import type { PersistTab } from './PersistTab.ts';

interface LogOut {
  readonly order: number;
  /** The tags of former sessions. */
  readonly former: ReadonlySet<number>;
}

/** Which data belongs to which log-in: its name begins with the tag of the session that has fetched it. */
export class Sessions {
  /** How often the storage was emptied. */
  wipes = 0;
  #lastTag = 0;
  /** The tags of sessions that have used the storage. */
  readonly #entered = new Set<number>();
  readonly #logOuts: LogOut[] = [];

  newTag(): number {
    return ++this.#lastTag;
  }

  /** A session uses the storage from now on. */
  enters(tag: number): void {
    this.#entered.add(tag);
  }

  /** The sessions that end with the log-out of one that begins. */
  endedBy(tag: number): ReadonlySet<number> {
    return new Set([...this.#entered].filter((each) => each !== tag));
  }

  loggedOut(order: number, former: ReadonlySet<number>): void {
    this.#logOuts.push({ order, former });
  }

  /** How many log-outs come before a transaction. */
  logOutsBefore(order: number): number {
    return this.#logOuts.filter((each) => each.order < order).length;
  }

  /** Whether the storage may have data with a name. */
  mayKeep(name: string): boolean {
    return this.#isAfter(name, this.#logOuts.at(-1));
  }

  /** Whether a tab may show it: it has noticed some of the log-outs. */
  mayShow(tab: PersistTab, name: string): boolean {
    return this.#isAfter(name, this.#logOuts[tab.seenLogOut - 1]);
  }

  #isAfter(name: string, logOut: LogOut | undefined): boolean {
    return !logOut?.former.has(parseInt(name, 10));
  }
}
