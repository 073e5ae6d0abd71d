import { isDeepStrictEqual } from 'node:util';
import type { Email, Part } from '../operations/Operation.ts';
import { compareNames, LISTS, type ListSpec, matchesEmail } from './ListSpec.ts';
import type { Move, Rows, Times } from './Rows.ts';

/** A change of lists: the user joins the lists that its e-mail address names, or leaves them. */
export interface ListChange {
  readonly how: 'push' | 'unshift' | 'move' | 'remove';
  readonly id: string;
  /** The address that the change knows; `undefined`: it does not say which list it means. */
  readonly email: Email | undefined;
  /** The record that it has stored, or what it says: lists with a rule of the program decide by it who joins. */
  readonly record?: Part | undefined;
  /** Whether the user was unknown: then the address is that of the response that brings the user. */
  readonly isUnknown?: boolean;
}

/** A list as it was requested last, with the changes since. */
export interface List extends Times {
  readonly ids: readonly string[];
  /** The seq of the request. */
  readonly seq: number;
}

/** The changes of records by one write, and the users after it. */
export interface Step {
  readonly moves: readonly Move[];
  readonly rows: Rows;
}

type Change = ListChange | readonly Move[];

/** How a write counts. */
export interface WriteOptions {
  readonly isNew?: boolean;
  readonly isRead?: boolean;
}

/**
 * The lists of users. A list follows its members: a user whose record ceases to match leaves it, and
 * a user whose record begins to match joins at its end, or where the order of the list puts it. A
 * member that was not known before joins nothing: the server answered the list without the user. A
 * list that an older change leaves as it is keeps the order of equal members. A removed user that is
 * there again is in its place, behind equal members, unless its record does not match any more. It joins
 * the lists that it matches, unless a read has brought it.
 */
export class Lists {
  readonly known = new Map<string, List>();
  /** Every change with its seq: a response that was requested before it has to take it over. */
  #changes: { readonly seq: number; readonly change: Change }[] = [];

  readonly #rows: () => Rows;
  readonly #predicted: () => readonly Step[];

  /** `rows`: the confirmed users; `predicted`: the writes of pending mutations, in their order. */
  constructor(rows: () => Rows, predicted: () => readonly Step[]) {
    this.#rows = rows;
    this.#predicted = predicted;
  }

  /** The visible list. Predictions apply on top of every response. */
  idsOf(name: string): readonly string[] {
    const ids = this.known.get(name)?.ids;
    if (!ids) return [];
    const spec = LISTS[name];
    return this.#predicted().reduce(
      (list, { moves, rows }) => follow(list, spec, moves, rows),
      ids,
    );
  }

  /** The response of a read: a list that was requested later stays. */
  respond(name: string, ids: readonly string[], seq: number, times: Times): void {
    const known = this.known.get(name);
    if (known && known.seq > seq) return;
    // The known list has all later changes: a response that equals it has them, too.
    const isSame = isDeepStrictEqual(ids, known?.ids);
    const changed = isSame ? ids : this.#changedSince(seq, name, ids);
    this.known.set(name, { ids: changed, seq, ...times });
  }

  /** The members of a response whose stored records are newer: the list follows those. */
  correct(name: string, seq: number, moves: readonly Move[]): void {
    const list = this.known.get(name);
    if (list?.seq !== seq) return;
    this.known.set(name, { ...list, ids: follow(list.ids, LISTS[name], moves, this.#rows()) });
  }

  /** A message that waited may be older than a list, or than other changes of it. */
  change(change: ListChange, seq: number): void {
    for (const [name, list] of this.known) {
      if (list.seq > seq) continue;
      const ids = this.#apply(list.ids, name, change);
      if (!isDeepStrictEqual(ids, list.ids))
        this.known.set(name, { ...list, ids: this.#changedSince(seq, name, ids) });
    }
    this.#keep(change, seq);
  }

  /**
   * A write has changed records. It does not affect lists that were requested later, nor those that
   * it has brought itself: there, the server has decided. `isNew`: the write counts as later than all
   * lists; `isRead`: returning members join nothing.
   */
  follow(moves: readonly Move[], seq: number, { isNew, isRead }: WriteOptions): void {
    if (moves.length === 0) return;
    for (const [name, list] of this.known) {
      if (list.seq === seq || (list.seq > seq && !isNew)) continue;
      const ids = follow(list.ids, LISTS[name], moves, this.#rows(), isRead);
      if (!isDeepStrictEqual(ids, list.ids))
        this.known.set(name, { ...list, ids: this.#changedSince(seq, name, ids) });
    }
    // Lists that arrive follow the records that are newer: see `correct`.
    const updates = moves.filter(({ before }) => before ?? !isRead);
    if (updates.length > 0) this.#keep(updates, seq);
  }

  #keep(change: Change, seq: number): void {
    this.#changes.push({ change, seq });
    this.#changes.sort((a, b) => a.seq - b.seq);
  }

  /** The users of a list after all changes that are later than `seq`. */
  #changedSince(seq: number, name: string, ids: readonly string[]): readonly string[] {
    const later = this.#changes.filter((change) => change.seq > seq);
    return later.reduce(
      (list, { change }) =>
        'how' in change
          ? this.#apply(list, name, change)
          : follow(list, LISTS[name], change, this.#rows()),
      ids,
    );
  }

  /** The users of a list after a change. */
  #apply(
    ids: readonly string[],
    name: string,
    { how, id, email: said, isUnknown, record }: ListChange,
  ): readonly string[] {
    const rows = this.#rows();
    const spec = LISTS[name];
    const named = said ?? (isUnknown ? rows.get(id)?.record?.email : undefined);
    const byRule = spec.hasFilter && how !== 'remove' && record;
    const byEmail = spec.email === undefined ? undefined : matchesEmail(spec.email, named);
    const isNamed = byRule ? spec.matches(byRule) : byEmail;
    const isIn = ids.includes(id);
    if (isNamed === (how === 'remove') && how !== 'push' && how !== 'unshift')
      return isIn ? inOrder(leave(ids, [id]), spec, rows) : ids;
    if (isNamed !== true || how === 'remove' || (how === 'move' && isIn)) return ids;
    if (isIn) return inOrder(ids, spec, rows);
    return inOrder(how === 'unshift' ? [id, ...ids] : [...ids, id], spec, rows);
  }

  /** The seq of the latest change that may add a user to lists that arrive; 0: there is none. */
  addedAt(id: string): number {
    const added = this.#changes.filter(({ change }) =>
      'how' in change
        ? change.id === id && change.how !== 'remove'
        : change.some((move) => move.id === id),
    );
    return added.at(-1)?.seq ?? 0;
  }

  /** A list is stale until a response brings it. */
  expire(name: string): void {
    const list = this.known.get(name);
    if (list) this.known.set(name, { ...list, expiresAt: 0 });
  }

  reset(): void {
    this.known.clear();
    this.#changes = [];
  }
}

/** The users of a list after a write has changed records. */
function follow(
  ids: readonly string[],
  spec: ListSpec,
  moves: readonly Move[],
  rows: Rows,
  isRead = false,
): readonly string[] {
  if (spec.isFixed) return ids;
  const gone: string[] = [];
  const moved: string[] = [];
  const coming: string[] = [];
  const returning: string[] = [];
  for (const { id, before, after } of moves) {
    const was = before && spec.matches(before);
    const is = spec.matches(after);
    if (!ids.includes(id)) {
      if (is === true && (before ? was === false : !isRead)) (before ? coming : returning).push(id);
    } else if ((was === true || !before) && is === false) gone.push(id);
    // A member that does not match is where the server has put it.
    else if (!spec.isSorted || is === false) continue;
    else if (!before) returning.push(id);
    else if (compareNames(before, after) !== 0) moved.push(id);
  }
  const left = [...gone, ...moved, ...returning];
  if (left.length + coming.length === 0) return ids;
  return inOrder([...leave(ids, left), ...moved, ...coming, ...returning], spec, rows);
}

function leave(ids: readonly string[], gone: readonly string[]): readonly string[] {
  return ids.filter((id) => !gone.includes(id));
}

/** A list that has changed is in its order. Removed users are last. */
function inOrder(ids: readonly string[], { isSorted }: ListSpec, rows: Rows): readonly string[] {
  if (!isSorted) return ids;
  const recordOf = (id: string): Part | undefined => rows.get(id)?.record;
  const known = ids.filter((id) => recordOf(id));
  known.sort((a, b) => compareNames(recordOf(a)!, recordOf(b)!));
  return [...known, ...ids.filter((id) => !recordOf(id))];
}
