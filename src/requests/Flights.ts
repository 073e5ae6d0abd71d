import { RowSet } from '../table/RowSet.ts';

/** One request under way, as far as others may be in its way. */
export interface Flight {
  /** Place in the store's order at which it was sent. */
  readonly seq: number;
  /** The endpoint key of a read; `undefined` for mutations. */
  readonly readKey: string | undefined;
  /** The rows that it brings or means to change; empty as long as nobody knows. */
  readonly rows: RowSet;
  /** Those of its rows that its answer removed. */
  readonly removed: RowSet;
  /** Rows that responses to mutations which were sent later have brought. The layer of this one lies beneath those responses. */
  readonly overtaken: RowSet;
  /** Those that are or were under way at the same time and may yet matter. */
  readonly others: Set<Flight>;
  /** Place in the store's order at which its answer or its failure came; `undefined` before. */
  overSeq: number | undefined;
  /** Whether what it brings is not stored yet. */
  isLive: boolean;
}

/** What may be older than the server's state although its answer has just come. */
export interface Doubt {
  /** Keys of reads. */
  readonly keys: Set<string>;
  /** Rows that two mutations have written at the same time. */
  readonly rows: RowSet;
  /** Those among them that one of the two has removed: they may be gone. */
  readonly removed: RowSet;
  /** Place in the store's order at which the last of the mutations was over: only what is sent later is certain. */
  readonly seq: number;
}

/**
 * Which requests overlap. A read that was under way together with a mutation of rows it brings may show the state before or after, and of
 * two mutations of one row nobody knows which the server took last. Either is fetched once, as soon as no mutation is pending that is known
 * to change one of the same rows.
 */
export class Flights {
  readonly #live = new Set<Flight>();
  /** Doubts, each with the rows that a pending mutation may still change. */
  #waiting: { readonly doubt: Doubt; readonly rows: RowSet }[] = [];

  /** A request is sent. */
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
      // Two reads are in order by themselves.
      const areReads = readKey !== undefined && other.readKey !== undefined;
      if (areReads || other.overSeq !== undefined) continue;
      flight.others.add(other);
      other.others.add(flight);
    }
    this.#live.add(flight);
    return flight;
  }

  /** The rows that mutations which were sent after this one have written or mean to write. */
  overtaken(flight: Flight): RowSet | undefined {
    let rows: RowSet | undefined;
    for (const other of flight.others) {
      if (other.readKey !== undefined || other.seq < flight.seq || other.rows.isEmpty) continue;
      rows ??= new RowSet();
      rows.addAll(other.rows);
    }
    return rows;
  }

  /** A request is over, `flight.rows` are what it brought. Gives what has to be asked again now. */
  end(flight: Flight): Doubt | undefined {
    if (!flight.isLive) return undefined;
    flight.isLive = false;
    this.#live.delete(flight);
    for (const other of flight.others) {
      if (other.isLive) continue;
      this.#compare(flight, other);
      // Both are over, and were compared.
      flight.others.delete(other);
      other.others.delete(flight);
    }
    return this.#takeDue(flight);
  }

  #compare(a: Flight, b: Flight): void {
    const common = a.rows.common(b.rows);
    if (common.isEmpty) return;
    const seq = Math.max(mutatedAt(a), mutatedAt(b));
    const read = [a, b].find(({ readKey }) => readKey !== undefined);
    const doubt = { keys: new Set<string>(), rows: new RowSet(), removed: new RowSet(), seq };
    this.#waiting.push({ doubt, rows: read?.rows ?? common });
    if (read?.readKey !== undefined) {
      doubt.keys.add(read.readKey);
      return;
    }
    doubt.rows.addAll(common);
    doubt.removed.addAll(common.common(a.removed));
    doubt.removed.addAll(common.common(b.removed));
  }

  /** `last`: the request that is over. */
  #takeDue(last: Flight): Doubt | undefined {
    const due = this.#waiting.filter(({ rows }) => !this.#isPending(rows));
    if (due.length === 0) return undefined;
    this.#waiting = this.#waiting.filter((waiting) => !due.includes(waiting));
    const seq = Math.max(mutatedAt(last), ...due.map(({ doubt }) => doubt.seq));
    const doubt: Doubt = { keys: new Set(), rows: new RowSet(), removed: new RowSet(), seq };
    for (const { doubt: one } of due) {
      for (const key of one.keys) doubt.keys.add(key);
      doubt.rows.addAll(one.rows);
      doubt.removed.addAll(one.removed);
    }
    return doubt;
  }

  /** Whether a mutation is pending that is known to change one of the rows. */
  #isPending(rows: RowSet): boolean {
    for (const { readKey, rows: changed } of this.#live) {
      if (readKey === undefined && !changed.common(rows).isEmpty) return true;
    }
    return false;
  }

  /** Forgets everything: nothing that is under way counts any more. */
  clear(): void {
    for (const flight of this.#live) flight.isLive = false;
    this.#live.clear();
    this.#waiting = [];
  }
}

/** Where a mutation was over; a read changes nothing. */
function mutatedAt({ readKey, overSeq = 0 }: Flight): number {
  return readKey === undefined ? overSeq : 0;
}

/** Notes which rows a response brings, and which of them it removes. */
export function brought(flight: Flight, rows: RowSet, removed: RowSet): void {
  flight.rows.addAll(rows);
  flight.removed.addAll(removed);
  if (flight.readKey !== undefined) return;
  for (const other of flight.others) if (other.seq < flight.seq) other.overtaken.addAll(rows);
}
