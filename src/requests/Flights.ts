import { RowSet } from '../table/RowSet.ts';

/** A request in flight, with what is needed to detect conflicts. */
export interface Flight {
  /** The seq at which it was sent. */
  readonly seq: number;
  /** The endpoint key of a read; `undefined` for mutations. */
  readonly readKey: string | undefined;
  /** The rows that the request brings, or is expected to change. Empty while they are unknown. */
  readonly rows: RowSet;
  /** The rows that its response removed. */
  readonly removed: RowSet;
  /**
   * Rows that responses to later mutations have brought. In these rows, the layer of this mutation
   * is below those responses.
   */
  readonly overtaken: RowSet;
  /** Overlapping requests that may still cause a conflict. */
  readonly others: Set<Flight>;
  /** The seq at which its response or failure arrived; `undefined` before that. */
  overSeq: number | undefined;
  /** True until its response is stored, or it has failed. */
  isLive: boolean;
}

/** Data that may be older than the server's state although its response has just arrived. */
export interface Doubt {
  /** Keys of reads to fetch once more. */
  readonly keys: Set<string>;
  /** Rows that two overlapping mutations have written. */
  readonly rows: RowSet;
  /** Those of `rows` that one of the two mutations has removed: they may not exist any more. */
  readonly removed: RowSet;
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
export class Flights {
  readonly #live = new Set<Flight>();
  /** Conflicts that wait, each with the rows that a pending mutation may still change. */
  #conflicts: { readonly conflict: Doubt; readonly rows: RowSet }[] = [];

  /** Tracks a request that is being sent. */
  begin(seq: number, readKey: string | undefined): Flight {
    const flight: Flight = {
      seq,
      readKey,
      rows: new RowSet(),
      removed: new RowSet(),
      overtaken: new RowSet(),
      others: new Set(),
      overSeq: undefined,
      isLive: true,
    };
    for (const other of this.#live) {
      // Reads do not change the server's state, so two reads never conflict.
      const areReads = readKey !== undefined && other.readKey !== undefined;
      if (areReads || other.overSeq !== undefined) continue;
      flight.others.add(other);
      other.others.add(flight);
    }
    this.#live.add(flight);
    return flight;
  }

  /** Returns the rows that later mutations have written or are expected to write. */
  overtaken(flight: Flight): RowSet | undefined {
    let rows: RowSet | undefined;
    for (const other of flight.others) {
      if (other.readKey !== undefined || other.seq < flight.seq || other.rows.isEmpty) continue;
      rows ??= new RowSet();
      rows.addAll(other.rows);
    }
    return rows;
  }

  /**
   * Ends tracking: `flight.rows` are what the request has brought. Returns the conflict to resolve
   * now, if any.
   */
  end(flight: Flight): Doubt | undefined {
    if (!flight.isLive) return undefined;
    flight.isLive = false;
    this.#live.delete(flight);
    for (const other of flight.others) {
      if (other.isLive) continue;
      this.#compare(flight, other);
      // Both have settled and were compared.
      flight.others.delete(other);
      other.others.delete(flight);
    }
    return this.#takeDue(flight);
  }

  #compare(a: Flight, b: Flight): void {
    const common = a.rows.common(b.rows);
    if (common.isEmpty) return;
    const seq = Math.max(mutationSeq(a), mutationSeq(b));
    const read = [a, b].find(({ readKey }) => readKey !== undefined);
    const conflict = { keys: new Set<string>(), rows: new RowSet(), removed: new RowSet(), seq };
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
  #takeDue(last: Flight): Doubt | undefined {
    const due = this.#conflicts.filter(({ rows }) => !this.#isPending(rows));
    if (due.length === 0) return undefined;
    this.#conflicts = this.#conflicts.filter((one) => !due.includes(one));
    const seq = Math.max(mutationSeq(last), ...due.map(({ conflict }) => conflict.seq));
    const conflict: Doubt = { keys: new Set(), rows: new RowSet(), removed: new RowSet(), seq };
    for (const { conflict: one } of due) {
      for (const key of one.keys) conflict.keys.add(key);
      conflict.rows.addAll(one.rows);
      conflict.removed.addAll(one.removed);
    }
    return conflict;
  }

  /** Whether a pending mutation is known to change one of the rows. */
  #isPending(rows: RowSet): boolean {
    for (const { readKey, rows: changed } of this.#live) {
      if (readKey === undefined && !changed.common(rows).isEmpty) return true;
    }
    return false;
  }

  /** Forgets all requests and conflicts. */
  clear(): void {
    for (const flight of this.#live) flight.isLive = false;
    this.#live.clear();
    this.#conflicts = [];
  }
}

/** The seq at which a mutation settled; 0 for reads. */
function mutationSeq({ readKey, overSeq = 0 }: Flight): number {
  return readKey === undefined ? overSeq : 0;
}

/** Records which rows a response brings, and which of them it removes. */
export function brought(flight: Flight, rows: RowSet, removed: RowSet): void {
  flight.rows.addAll(rows);
  flight.removed.addAll(removed);
  if (flight.readKey !== undefined) return;
  for (const other of flight.others) if (other.seq < flight.seq) other.overtaken.addAll(rows);
}
