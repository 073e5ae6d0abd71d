import { isCountKey } from '../../data/schema/collection/CollectionRow.ts';
import { rowOfLists } from '../../data/schema/collection/ListFollower.ts';
import type { EntityClass } from '../../data/schema/Schema.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
import { RowSeqs } from '../table/RowSeqs.ts';
import type { Conflict } from './Conflict.ts';
import { InFlight, type OverlappingRequest } from './InFlight.ts';

const NONE: readonly never[] = [];

/** Is notified of the mutations of a store, for other tabs. */
export interface MutationWatcher {
  /** A mutation is about to be sent. Its rows are those that it is expected to change. */
  began(mutation: InFlight): void;
  /** The response is stored, or the mutation has failed. Its rows are also those that it brought. */
  ended(mutation: InFlight): void;
  /** The data of a conflict is about to be expired with its seq. */
  conflicted(conflict: Conflict): void;
}

/** The conflict of two requests. It is resolved once no pending mutation is known to change `rows`. */
interface PairConflict extends Omit<Conflict, 'keys' | 'shared' | 'isOpen'> {
  /** The key of the read, if one of the two is a read: then `rows` are all rows of that read. */
  readonly readKey: string | undefined;
  /** The rows of both. */
  readonly common: EntityKeySet;
  /** The numbers, and for two mutations the lists, that depend on which of both came last. */
  readonly numbers: EntityKeySet;
  /** Whether only lists may be wrong: the entities may have been fetched since. */
  readonly isOfLists: boolean;
  /** Whether its data was made stale before it could be fetched. */
  hasWaited: boolean;
}

/**
 * Tracks mutations, and the reads that overlap them. A read that overlaps a mutation of its rows may have seen the
 * state before or after that mutation. After two overlapping mutations of one row, the server's
 * final state is unknown. In both cases the data is fetched once more, as soon as no pending
 * mutation is known to change these rows. So is a row of which a message has arrived during a mutation
 * whose response says something else.
 */
export class OverlapTracker {
  /** The tracked requests whose response is not stored yet. */
  private readonly tracked: Set<InFlight>;
  /** Settled requests that overlap a tracked one. */
  private settled: InFlight[];
  /** The seq of the last mutation whose response has brought a row. */
  readonly brought: RowSeqs;
  /** The seq of the last message about a row that arrived during a mutation. */
  readonly messages: RowSeqs;
  /** The seq of the last message that arrived during a mutation. */
  private lastMessage: number;
  private conflicts: PairConflict[];
  watcher: MutationWatcher | undefined;

  constructor() {
    this.tracked = new Set();
    this.settled = [];
    this.brought = new RowSeqs();
    this.messages = new RowSeqs();
    this.lastMessage = 0;
    this.conflicts = [];
    this.watcher = undefined;
  }

  /**
   * Tracks a mutation that was sent with the given seq. `others`: all requests that may bring a response;
   * `ended`: mutations that have settled since it was sent.
   */
  begin(
    request: OverlappingRequest,
    seq: number,
    others: Iterable<OverlappingRequest>,
    ended: readonly InFlight[] = NONE,
  ): InFlight {
    // The cast holds: they have settled.
    const overSeqs = ended.map(({ overSeq }) => overSeq! - 0.5);
    const inFlight = this.#track(request, Math.min(seq, ...overSeqs));
    this.settled = [...new Set([...this.settled, ...ended])];
    for (const other of others) {
      // Reads do not change the server's state, so two reads never conflict: they are tracked from
      // the first mutation on that they overlap. A mutation may still wait to be sent.
      const isInFlight = !other.isSettled && other.phase !== 'pausing';
      if (other.readKey !== undefined && isInFlight && !other.inFlight)
        this.#track(other, other.seq);
    }
    return inFlight;
  }

  /** Tracks a read that is being sent if it overlaps a mutation. */
  beginRead(read: OverlappingRequest): void {
    for (const { overSeq, readKey } of this.tracked) {
      if (readKey === undefined && overSeq === undefined) {
        this.#track(read, read.seq);
        return;
      }
    }
  }

  #track(request: OverlappingRequest, seq: number): InFlight {
    const inFlight = new InFlight(this, seq, request);
    this.tracked.add(inFlight);
    return (request.inFlight = inFlight);
  }

  /** Whether no other request needs to know which rows this one brings. */
  isAlone(inFlight: InFlight): boolean {
    const { isRepeated, readKey, seq } = inFlight;
    const isMutation = readKey === undefined;
    if (isMutation && (this.watcher || isRepeated || this.lastMessage > seq)) return false;
    for (const other of this.tracked) {
      if (other !== inFlight && inFlight.overlaps(other)) return false;
    }
    return !this.settled.some((other) => inFlight.overlaps(other));
  }

  /** A message arrives. Returns whether its rows are needed, because a mutation is in flight. */
  hears(seq: number): boolean {
    for (const { overSeq, readKey } of this.tracked) {
      if (readKey !== undefined || overSeq !== undefined) continue;
      this.lastMessage = Math.max(this.lastMessage, seq);
      return true;
    }
    return false;
  }

  /** Records which rows a response brings, and which of them it removes. */
  bring(inFlight: InFlight, rows: EntityKeySet, removed: EntityKeySet): void {
    inFlight.rows.addAll(rows);
    inFlight.removed.addAll(removed);
    if (inFlight.readKey !== undefined || inFlight.isQueued) return;
    this.brought.note(rows, inFlight.seq);
  }

  /** The rows that later mutations have written or are expected to write. */
  overtaking({ seq }: InFlight): EntityKeySet | undefined {
    const rows = new EntityKeySet();
    for (const other of [...this.tracked, ...this.settled]) {
      if (other.readKey === undefined && other.seq > seq) rows.addAll(other.rows);
    }
    return rows.isEmpty ? undefined : rows;
  }

  /** Ends tracking of a read without a conflict. */
  leave(inFlight: InFlight): void {
    this.tracked.delete(inFlight);
  }

  /**
   * Ends tracking: the response is stored, or the request has failed. Returns the conflicts that this
   * opens, and those to resolve now.
   */
  end(inFlight: InFlight): readonly Conflict[] {
    const { conflicts, settled, tracked } = this;
    if (!tracked.delete(inFlight)) return NONE;
    if (inFlight.readKey === undefined) this.watcher?.ended(inFlight);
    const known = conflicts.length;
    const { contradicted, isRepeated, rows } = inFlight;
    const doubtful = isRepeated ? rows : contradicted;
    if (doubtful) {
      inFlight.disputed.addAll(doubtful);
      this.#open(inFlight, inFlight, doubtful);
    }
    for (const other of settled) if (inFlight.overlaps(other)) this.#compare(inFlight, other);
    if (inFlight.isUnsure) {
      for (const other of settled) {
        if (inFlight.overlaps(other)) this.#open(inFlight, other, numbersIn(other));
      }
    }
    let oldest = Infinity;
    for (const { seq } of tracked) oldest = Math.min(oldest, seq);
    // The cast holds: these have settled.
    this.settled = [...settled, inFlight].filter(({ overSeq }) => overSeq! > oldest);
    if (tracked.size === 0) this.#forgetRows();
    return conflicts.length > 0 ? this.#takeDue(inFlight, known) : NONE;
  }

  /** `a` ends after `b`. */
  #compare(a: InFlight, b: InFlight): void {
    const common = a.rows.common(b.rows);
    if (a.readKey === undefined && b.readKey === undefined) {
      for (const mutation of [a, b]) mutation.disputed.addAll(common);
    }
    // A list that arrives later follows the records, which may be wrong.
    this.#open(a, b, listsIn(a, b.disputed.kinds), true);
    // A number that a read has brought meanwhile may have the change already. The
    // response to a later read gets the changes of this store, but not those of other tabs.
    if (a.readKey === undefined) common.addAll(b.rows.common(a.counted));
    else if (b.isForeign) common.addAll(a.rows.common(b.counted));
    if (b.isUnsure) common.addAll(numbersIn(a));
    // A read has brought its rows before: what they were, and how numbers change, is not known.
    a.isUnsure ||= a.readKey === undefined && b.readKey !== undefined && !common.isEmpty;
    this.#open(a, b, common);
  }

  #open(a: InFlight, b: InFlight, common: EntityKeySet, isOfLists = false): void {
    if (common.isEmpty) return;
    const seq = Math.max(mutationSeq(a), mutationSeq(b));
    const { readKey, rows: readRows } = a.readKey === undefined ? b : a;
    const removed = union(common.common(a.removed), common.common(b.removed));
    const rows = readKey === undefined ? common : readRows;
    // The last mutation decides about the lists, too. After a read, lists follow its refetch.
    const numbers = union(a.numbers, b.numbers);
    if (readKey === undefined) numbers.addAll(union(a.lists, b.lists));
    const hasWaited = false;
    this.conflicts.push({ readKey, rows, common, isOfLists, numbers, removed, seq, hasWaited });
  }

  /** `last`: the request that has just settled; `known`: how many conflicts there were before. */
  #takeDue(last: InFlight, known: number): readonly Conflict[] {
    const waiting: PairConflict[] = [];
    const [opened, openedLists, due, dueLists]: PairConflict[][] = [[], [], [], []];
    for (const [at, conflict] of this.conflicts.entries()) {
      const { isOfLists } = conflict;
      if (!this.#isPending(conflict.rows)) (isOfLists ? dueLists : due).push(conflict);
      else {
        waiting.push(conflict);
        if (at >= known) (isOfLists ? openedLists : opened).push(conflict);
      }
    }
    this.conflicts = waiting;
    for (const conflict of [...opened, ...openedLists]) conflict.hasWaited = true;
    return [
      ...[opened, openedLists].flatMap((conflicts) => this.#union(conflicts, last, true)),
      ...[due, dueLists].flatMap((conflicts) => this.#union(conflicts, last, false)),
    ];
  }

  #union(conflicts: readonly PairConflict[], last: InFlight, isOpen: boolean): readonly Conflict[] {
    if (conflicts.length === 0) return NONE;
    const [rows, removed] = [new EntityKeySet(), new EntityKeySet()];
    const shared = new Map<string, EntityKeySet>();
    let seq = mutationSeq(last);
    for (const { common, hasWaited, numbers, readKey, ...conflict } of conflicts) {
      seq = Math.max(seq, conflict.seq);
      rows.addAll(numbers);
      if (readKey === undefined) removed.addAll(conflict.removed);
      else shared.set(readKey, union(common, shared.get(readKey)));
      // Other keys were made stale, too.
      if (readKey === undefined || hasWaited) rows.addAll(common);
    }
    const all = { keys: [...shared.keys()], shared, rows, removed, seq, isOpen };
    this.watcher?.conflicted(all);
    return [all];
  }

  /** Whether a pending mutation is known to change one of the rows. */
  #isPending(rows: EntityKeySet): boolean {
    for (const { readKey, rows: changed } of this.tracked) {
      if (readKey === undefined && !changed.common(rows).isEmpty) return true;
    }
    return false;
  }

  /** Forgets all requests and conflicts. */
  clear(): void {
    this.tracked.clear();
    this.#forgetRows();
    this.settled = [];
    this.conflicts = [];
  }

  #forgetRows(): void {
    this.brought.clear();
    this.messages.clear();
  }
}

/** The seq at which a mutation settled; 0 for reads. */
function mutationSeq({ readKey, overSeq = 0 }: InFlight): number {
  return readKey === undefined ? overSeq : 0;
}

/** The lists of a read, and the numbers beside them, to which entities of these keys may belong. */
function listsIn(read: InFlight, entityKeys: ReadonlySet<string>): EntityKeySet {
  const isOf = ({ key }: EntityClass): boolean => entityKeys.has(key);
  return rowsIn(read, (key) => entityKeys.size > 0 && rowOfLists(key)?.inner.entities().some(isOf));
}

/** The numbers that a read has brought. */
const numbersIn = (read: InFlight): EntityKeySet => rowsIn(read, isCountKey);

function rowsIn(
  { readKey, rows }: InFlight,
  isChosen: (entityKey: string) => boolean | undefined,
): EntityKeySet {
  const chosen = new EntityKeySet();
  if (readKey === undefined) return chosen;
  rows.forEach((key, pk) => {
    if (isChosen(key)) chosen.add(key, pk);
  });
  return chosen;
}

function union(...sets: readonly (EntityKeySet | undefined)[]): EntityKeySet {
  const all = new EntityKeySet();
  for (const rows of sets) if (rows) all.addAll(rows);
  return all;
}
