import type { Times } from './Rows.ts';

/** A change of lists: the user joins the list that its e-mail address names, or leaves it. */
export interface ListChange {
  readonly how: 'push' | 'unshift' | 'move' | 'remove';
  readonly id: string;
  /** The address that the change knows; `undefined`: it does not say which list it means. */
  readonly email: string | undefined;
  /** Whether the user was unknown: then the address is that of the response that brings the user. */
  readonly isUnknown?: boolean;
}

/** A list as it was requested last, with the changes since. */
export interface List extends Times {
  readonly ids: readonly string[];
  /** The seq of the request. */
  readonly seq: number;
}

/** The lists of users by e-mail address. */
export class Lists {
  readonly known = new Map<string, List>();
  /** Every change with its seq: a response that was requested before it has to take it over. */
  #changes: (ListChange & { readonly seq: number })[] = [];

  readonly #emailOf: (id: string) => string | undefined;

  constructor(emailOf: (id: string) => string | undefined) {
    this.#emailOf = emailOf;
  }

  idsOf(email: string): readonly string[] {
    return this.known.get(email)?.ids ?? [];
  }

  /** The response of a read: a list that was requested later stays. */
  respond(email: string, ids: readonly string[], seq: number, times: Times): void {
    const known = this.known.get(email);
    if (known && known.seq > seq) return;
    const changed = this.#changedSince(seq, email, ids);
    this.known.set(email, { ids: changed, seq, ...times });
  }

  /** A message that waited may be older than a list, or than other changes of it. */
  change(change: ListChange, seq: number): void {
    for (const [email, list] of this.known) {
      if (list.seq > seq) continue;
      const ids = this.#apply(list.ids, email, change);
      this.known.set(email, { ...list, ids: this.#changedSince(seq, email, ids) });
    }
    this.#changes.push({ ...change, seq });
    this.#changes.sort((a, b) => a.seq - b.seq);
  }

  /** The users of a list after all changes that are later than `seq`. */
  #changedSince(seq: number, email: string, ids: readonly string[]): readonly string[] {
    const later = this.#changes.filter((change) => change.seq > seq);
    return later.reduce((list, change) => this.#apply(list, email, change), ids);
  }

  /** The users of the list of `email` after a change. */
  #apply(
    ids: readonly string[],
    email: string,
    { how, id, email: said, isUnknown }: ListChange,
  ): readonly string[] {
    const named = said ?? (isUnknown ? this.#emailOf(id) : undefined);
    if (named === undefined) return ids;
    const isNamed = named === email;
    if (how === 'move' ? !isNamed : how === 'remove' && isNamed)
      return ids.filter((each) => each !== id);
    if (how === 'remove' || !isNamed || ids.includes(id)) return ids;
    return how === 'unshift' ? [id, ...ids] : [...ids, id];
  }

  reset(): void {
    this.known.clear();
    this.#changes = [];
  }
}
