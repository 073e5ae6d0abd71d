import type { Move, Times } from './Rows.ts';

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

/**
 * The lists of users by e-mail address. A list follows its members: a user whose address changes
 * leaves the list of the old one, and joins that of the new one at its end. An address that was not
 * known before joins nothing: the server answered the list without the user.
 */
export class Lists {
  readonly known = new Map<string, List>();
  /** Every change with its seq: a response that was requested before it has to take it over. */
  #changes: { readonly seq: number; readonly change: ListChange | Move }[] = [];

  readonly #emailOf: (id: string) => string | undefined;
  readonly #predicted: () => readonly Move[];

  /** `predicted`: the changes of addresses by pending mutations, in their order. */
  constructor(emailOf: (id: string) => string | undefined, predicted: () => readonly Move[]) {
    this.#emailOf = emailOf;
    this.#predicted = predicted;
  }

  /** The visible list. Predictions apply on top of every response. */
  idsOf(email: string): readonly string[] {
    const ids = this.known.get(email)?.ids;
    return ids ? this.#predicted().reduce((list, move) => follow(list, email, move), ids) : [];
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
    this.#keep(change, seq);
  }

  /**
   * A write has changed addresses. It does not affect lists that were requested later, nor those that
   * it has brought itself: there, the server has decided. `isNew`: the write counts as later than all
   * lists.
   */
  follow(moves: readonly Move[], seq: number, isNew: boolean): void {
    for (const [email, list] of this.known) {
      const own = moves.filter(({ from, to }) => from === email || to === email);
      if (own.length === 0 || list.seq === seq || (list.seq > seq && !isNew)) continue;
      const ids = own.reduce((all, move) => follow(all, email, move), list.ids);
      this.known.set(email, { ...list, ids: this.#changedSince(seq, email, ids) });
    }
    for (const move of moves) this.#keep(move, seq);
  }

  #keep(change: ListChange | Move, seq: number): void {
    this.#changes.push({ change, seq });
    this.#changes.sort((a, b) => a.seq - b.seq);
  }

  /** The users of a list after all changes that are later than `seq`. */
  #changedSince(seq: number, email: string, ids: readonly string[]): readonly string[] {
    const later = this.#changes.filter((change) => change.seq > seq);
    return later.reduce(
      (list, { change }) =>
        'how' in change ? this.#apply(list, email, change) : follow(list, email, change),
      ids,
    );
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

  /** The seq of the latest change that may add a user to lists that arrive; 0: there is none. */
  addedAt(id: string): number {
    const added = this.#changes.filter(
      ({ change }) => change.id === id && !('how' in change && change.how === 'remove'),
    );
    return added.at(-1)?.seq ?? 0;
  }

  reset(): void {
    this.known.clear();
    this.#changes = [];
  }
}

/** The users of the list of `email` after a user has changed its address. */
function follow(ids: readonly string[], email: string, { id, from, to }: Move): readonly string[] {
  if (from === undefined || to === undefined || from === to) return ids;
  if (from === email) return ids.filter((each) => each !== id);
  return to === email && !ids.includes(id) ? [...ids, id] : ids;
}
