import { declaresVersion } from '../schema/mergesByDefault.ts';
import { isEntity } from '../schema/isEntity.ts';
import { pkOfArgument } from '../schema/usablePk.ts';
import { Polymorphic } from '../schema/Polymorphic.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
import type { Call } from './Call.ts';

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
  readonly keys: readonly string[];
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

/** A conflict that is resolved once no pending mutation is known to change `waitsFor`. */
interface WaitingConflict extends Conflict {
  readonly waitsFor: EntityKeySet;
}

const NO_ROWS = new EntityKeySet();

/**
 * Tracks which requests overlap. A read that overlaps a mutation of its rows may have seen the
 * state before or after that mutation. After two overlapping mutations of one row, the server's
 * final state is unknown. In both cases the data is fetched once more, as soon as no pending
 * mutation is known to change these rows.
 */
export class OverlapTracker {
  readonly #live = new Set<InFlight>();
  #conflicts: WaitingConflict[] = [];

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
  overtaken({ seq, others }: InFlight): EntityKeySet | undefined {
    const later = [...others].filter((other) => other.readKey === undefined && other.seq > seq);
    const rows = union(later.map((other) => other.rows));
    return rows.isEmpty ? undefined : rows;
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
    const rows = a.rows.common(b.rows);
    if (rows.isEmpty) return;
    const seq = Math.max(mutationSeq(a), mutationSeq(b));
    const read = a.readKey === undefined ? b : a;
    if (read.readKey === undefined) {
      const removed = rows.common(union([a.removed, b.removed]));
      this.#conflicts.push({ keys: [], rows, removed, seq, waitsFor: rows });
    } else {
      const [keys, waitsFor] = [[read.readKey], read.rows];
      this.#conflicts.push({ keys, rows: NO_ROWS, removed: NO_ROWS, seq, waitsFor });
    }
  }

  /** `last`: the request that has just settled. */
  #takeDue(last: InFlight): Conflict | undefined {
    const due = this.#conflicts.filter(({ waitsFor }) => !this.#isPending(waitsFor));
    if (due.length === 0) return undefined;
    this.#conflicts = this.#conflicts.filter((conflict) => !due.includes(conflict));
    return {
      keys: due.flatMap(({ keys }) => keys),
      rows: union(due.map(({ rows }) => rows)),
      removed: union(due.map(({ removed }) => removed)),
      seq: Math.max(mutationSeq(last), ...due.map(({ seq }) => seq)),
    };
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

function union(sets: readonly EntityKeySet[]): EntityKeySet {
  const all = new EntityKeySet();
  for (const rows of sets) all.addAll(rows);
  return all;
}

/** The row that a mutation is expected to change, if its schema and its first argument tell. */
export function targetOf({ endpoint, args }: Call): EntityKeySet {
  const rows = new EntityKeySet();
  const { schema } = endpoint;
  const isRemoval = schema instanceof Polymorphic && schema.kind === 'Invalidate';
  const entity = isRemoval ? schema.schema : schema;
  if (!isEntity(entity) || declaresVersion(entity)) return rows;
  const pk = pkOfArgument(entity, args[0], args);
  if (pk !== undefined) rows.add(entity.key, pk);
  return rows;
}
