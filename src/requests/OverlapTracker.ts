import { EntityKeySet } from '../table/EntityKeySet.ts';

/** A request in flight, with what is needed to detect conflicts. */
export interface InFlight {
  /** The seq at which it was sent. */
  readonly seq: number;
  /** The endpoint key of a read; `undefined` for mutations. */
  readonly readKey: string | undefined;
  /** The rows that the request brings, or is expected to change. Empty while they are unknown. */
  readonly rows: EntityKeySet;
  /** The rows that its response removed. */
  readonly removed: EntityKeySet;
  /**
   * Rows that responses to later mutations have brought. In these rows, the layer of this mutation
   * is below those responses.
   */
  readonly overtaken: EntityKeySet;
  /** Overlapping requests that may still cause a conflict. */
  readonly others: Set<InFlight>;
  /** The seq at which its response or failure arrived; `undefined` before that. */
  overSeq: number | undefined;
  /** True until its response is stored, or it has failed. */
  isLive: boolean;
}

/** Data that may be older than the server's state although its response has just arrived. */
export interface Conflict {
  /** Keys of reads to fetch once more. */
  readonly keys: Set<string>;
  /** Rows that two overlapping mutations have written. */
  readonly rows: EntityKeySet;
  /** Those of `rows` that one of the two mutations has removed: they may not exist any more. */
  readonly removed: EntityKeySet;
  /**
   * The seq at which the last of the mutations settled. Only responses to later requests are
   * reliable.
   */
  readonly seq: number;
}

/**
 * Tracks which requests overlap. A read that overlaps a mutation of its rows may have seen the
 * state before or after that mutation. After two overlapping mutations of one row, the server's
 * final state is unknown. In both cases the data is fetched once more, as soon as no pending
 * mutation is known to change these rows.
 */
export class OverlapTracker {
  readonly #live = new Set<InFlight>();
  /** Conflicts that wait, each with the rows that a pending mutation may still change. */
  #conflicts: { readonly conflict: Conflict; readonly rows: EntityKeySet }[] = [];

  /** Tracks a request that is being sent. */
  begin(seq: number, readKey: string | undefined): InFlight {
    const inFlight: InFlight = {
      seq,
      readKey,
      rows: new EntityKeySet(),
      removed: new EntityKeySet(),
      overtaken: new EntityKeySet(),
      others: new Set(),
      overSeq: undefined,
      isLive: true,
    };
    for (const other of this.#live) {
      // Reads do not change the server's state, so two reads never conflict.
      const areReads = readKey !== undefined && other.readKey !== undefined;
      if (areReads || other.overSeq !== undefined) continue;
      inFlight.others.add(other);
      other.others.add(inFlight);
    }
    this.#live.add(inFlight);
    return inFlight;
  }

  /** Returns the rows that later mutations have written or are expected to write. */
  overtaken(inFlight: InFlight): EntityKeySet | undefined {
    let rows: EntityKeySet | undefined;
    for (const other of inFlight.others) {
      if (other.readKey !== undefined || other.seq < inFlight.seq || other.rows.isEmpty) continue;
      rows ??= new EntityKeySet();
      rows.addAll(other.rows);
    }
    return rows;
  }

  /**
   * Ends tracking: `flight.rows` are what the request has brought. Returns the conflict to resolve
   * now, if any.
   */
  end(inFlight: InFlight): Conflict | undefined {
    if (!inFlight.isLive) return undefined;
    inFlight.isLive = false;
    this.#live.delete(inFlight);
    for (const other of inFlight.others) {
      if (other.isLive) continue;
      this.#compare(inFlight, other);
      // Both have settled and were compared.
      inFlight.others.delete(other);
      other.others.delete(inFlight);
    }
    return this.#takeDue(inFlight);
  }

  #compare(a: InFlight, b: InFlight): void {
    const common = a.rows.common(b.rows);
    if (common.isEmpty) return;
    const seq = Math.max(mutationSeq(a), mutationSeq(b));
    const read = [a, b].find(({ readKey }) => readKey !== undefined);
    const conflict = {
      keys: new Set<string>(),
      rows: new EntityKeySet(),
      removed: new EntityKeySet(),
      seq,
    };
    this.#conflicts.push({ conflict, rows: read?.rows ?? common });
    if (read?.readKey !== undefined) {
      conflict.keys.add(read.readKey);
      return;
    }
    conflict.rows.addAll(common);
    conflict.removed.addAll(common.common(a.removed));
    conflict.removed.addAll(common.common(b.removed));
  }

  /** `last`: the request that has just settled. */
  #takeDue(last: InFlight): Conflict | undefined {
    const due = this.#conflicts.filter(({ rows }) => !this.#isPending(rows));
    if (due.length === 0) return undefined;
    this.#conflicts = this.#conflicts.filter((one) => !due.includes(one));
    const seq = Math.max(mutationSeq(last), ...due.map(({ conflict }) => conflict.seq));
    const conflict: Conflict = {
      keys: new Set(),
      rows: new EntityKeySet(),
      removed: new EntityKeySet(),
      seq,
    };
    for (const { conflict: one } of due) {
      for (const key of one.keys) conflict.keys.add(key);
      conflict.rows.addAll(one.rows);
      conflict.removed.addAll(one.removed);
    }
    return conflict;
  }

  /** Whether a pending mutation is known to change one of the rows. */
  #isPending(rows: EntityKeySet): boolean {
    for (const { readKey, rows: changed } of this.#live) {
      if (readKey === undefined && !changed.common(rows).isEmpty) return true;
    }
    return false;
  }

  /** Forgets all requests and conflicts. */
  clear(): void {
    for (const inFlight of this.#live) inFlight.isLive = false;
    this.#live.clear();
    this.#conflicts = [];
  }
}

/** The seq at which a mutation settled; 0 for reads. */
function mutationSeq({ readKey, overSeq = 0 }: InFlight): number {
  return readKey === undefined ? overSeq : 0;
}

/** Records which rows a response brings, and which of them it removes. */
export function brought(inFlight: InFlight, rows: EntityKeySet, removed: EntityKeySet): void {
  inFlight.rows.addAll(rows);
  inFlight.removed.addAll(removed);
  if (inFlight.readKey !== undefined) return;
  for (const other of inFlight.others) if (other.seq < inFlight.seq) other.overtaken.addAll(rows);
}
