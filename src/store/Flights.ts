import { RowSet } from './RowSet.ts';

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
  /** Those that are or were under way at the same time and may yet matter. */
  readonly others: Set<Flight>;
  /** Whether neither an answer nor a failure has come. */
  isOpen: boolean;
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
}

/**
 * Which requests overlap. A read that was under way together with a mutation of rows it brings may show the state before or after, and of
 * two mutations of one row nobody knows which the server took last: both are in doubt until all of them are over, and then have to be
 * asked once.
 */
export class Flights {
  readonly #live = new Set<Flight>();
  /** Doubts whose mutations are not all over. */
  #waiting: { readonly doubt: Doubt; readonly until: readonly Flight[] }[] = [];

  /** A request is sent. */
  begin(seq: number, readKey: string | undefined): Flight {
    const flight: Flight = {
      seq,
      readKey,
      rows: new RowSet(),
      removed: new RowSet(),
      others: new Set(),
      isOpen: true,
      isLive: true,
    };
    for (const other of this.#live) {
      // Two reads are in order by themselves.
      const areReads = readKey !== undefined && other.readKey !== undefined;
      if (areReads || !other.isOpen) continue;
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
    return this.#takeDue();
  }

  #compare(a: Flight, b: Flight): void {
    const common = a.rows.common(b.rows);
    if (common.isEmpty) return;
    const isRead = a.readKey !== undefined || b.readKey !== undefined;
    const keys = new Set([a.readKey, b.readKey].filter((key) => key !== undefined));
    const removed = common.common(a.removed);
    removed.addAll(common.common(b.removed));
    const doubt = isRead
      ? { keys, rows: new RowSet(), removed: new RowSet() }
      : { keys, rows: common, removed };
    const until = [...a.others, ...b.others].filter((other) => other.readKey === undefined);
    this.#waiting.push({ doubt, until });
  }

  #takeDue(): Doubt | undefined {
    const due = this.#waiting.filter(({ until }) => until.every(({ isLive }) => !isLive));
    if (due.length === 0) return undefined;
    this.#waiting = this.#waiting.filter((waiting) => !due.includes(waiting));
    const doubt: Doubt = { keys: new Set(), rows: new RowSet(), removed: new RowSet() };
    for (const { doubt: one } of due) {
      for (const key of one.keys) doubt.keys.add(key);
      doubt.rows.addAll(one.rows);
      doubt.removed.addAll(one.removed);
    }
    return doubt;
  }

  /** Forgets everything: nothing that is under way counts any more. */
  clear(): void {
    for (const flight of this.#live) flight.isLive = false;
    this.#live.clear();
    this.#waiting = [];
  }
}
