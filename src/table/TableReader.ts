import type { EntityMeta } from '../schema/Schema.ts';
import { COMPLETE, type Kind, type KindRows, recordIn, RESULTS, TOMBSTONE } from './KindRows.ts';
import type { ResultRecord } from './ResultRecord.ts';

/** A known row, live or removed. */
export interface KnownRow {
  readonly key: string;
  readonly pk: string;
}

/**
 * The reads of a table, for snapshots and drafts. `key` is the entity key, `pk` the primary key. An
 * unknown row reads as absent; so does a removed row, but its tombstone is known.
 */
export abstract class TableReader {
  /** The live record of the row, `undefined` if there is none. */
  get(key: string, pk: string): object | undefined {
    return this.#record(key, pk);
  }

  /** @internal The rows of an entity key, for many reads of one snapshot; `undefined` without any. */
  rowsOf(key: string): KindRows | undefined {
    return this.kind(key);
  }

  /** Whether the row is live. */
  has(key: string, pk: string): boolean {
    return this.#record(key, pk) !== undefined;
  }

  /** Whether the row has a tombstone: it was removed, and not forgotten since. */
  isRemoved(key: string, pk: string): boolean {
    const kind = this.kind(key);
    return kind?.rows.content(kind.family.slotIn(kind.rows, pk)) === TOMBSTONE;
  }

  /** The meta of the row, live or removed; `undefined` if the row is unknown. */
  meta(key: string, pk: string): EntityMeta | undefined {
    const kind = this.kind(key);
    return kind?.rows.meta(kind.family.slotIn(kind.rows, pk));
  }

  /** The row's ordinal in the insertion order of all kinds; -1 if it is not live. */
  ordinal(key: string, pk: string): number {
    const kind = this.kind(key);
    if (kind === undefined || !this.has(key, pk)) return -1;
    return kind.family.ordinal(kind.family.slotIn(kind.rows, pk));
  }

  /** Number of live rows of the entity key. */
  size(key: string): number {
    return this.kind(key)?.live ?? 0;
  }

  /** The entity keys that have a live row, in the order in which they were first written. */
  *keys(): IterableIterator<string> {
    for (const { key, live } of this.all()) if (live > 0 && typeof key === 'string') yield key;
  }

  /** Whether the entity key has a known row, live or removed. */
  hasRows(key: string): boolean {
    const kind = this.kind(key);
    return kind !== undefined && kind.live + kind.removed > 0;
  }

  /** The live rows of the entity key in insertion order. */
  entries(key: string): IterableIterator<[pk: string, record: object]> {
    return this.#entries(key);
  }

  /** Calls `visit` for every live row in insertion order. Faster than `entries`. */
  forEach(key: string, visit: (record: object, pk: string, ordinal: number) => void): void {
    const kind = this.kind(key);
    if (kind === undefined) return;
    const { family } = kind;
    kind.rows.forEach((record, slot) => {
      if (record !== TOMBSTONE) visit(record, family.pk(slot), family.ordinal(slot));
    });
  }

  /** @internal The rows of all entity keys, removed ones too. */
  *known(): IterableIterator<KnownRow> {
    for (const { key, rows, family } of this.all()) {
      if (typeof key !== 'string') continue;
      for (const slot of rows.slots()) yield { key, pk: family.pk(slot) };
    }
  }

  /**
   * The pks, in insertion order, of the live rows that have the value in the field. Numbers and
   * numeric strings are equal, `null` equals itself only; objects and `undefined` are not found.
   * The first search over a field reads every row of the entity key, later ones the rows that
   * changed since.
   */
  find(key: string, field: string, value: unknown): string[] {
    const kind = this.kind(key);
    return kind === undefined ? [] : kind.family.find(kind.rows.freeze(), field, value);
  }

  /** @internal The result of an endpoint key. */
  result(key: string): ResultRecord | undefined {
    // The cast holds: `StoreDraft` writes nothing else to this kind.
    return this.#record(RESULTS, key) as ResultRecord | undefined;
  }

  /** @internal The results of all endpoint keys, in the order in which they first arrived. */
  results(): IterableIterator<[key: string, result: ResultRecord]> {
    return this.#entries(RESULTS) as IterableIterator<[string, ResultRecord]>;
  }

  /** @internal Whether a response brought all entities of the key. */
  hasAll(key: string): boolean {
    return this.#record(COMPLETE, key) !== undefined;
  }

  /** @internal The entity keys of which a response brought all entities. */
  completeKeys(): string[] {
    return [...this.#entries(COMPLETE)].map(([key]) => key);
  }

  /** @internal The rows of a kind; `undefined` if it has none. */
  protected abstract kind(key: Kind): KindRows | undefined;

  /** @internal The rows of all kinds, reserved ones too. */
  protected abstract all(): Iterable<KindRows>;

  #record(key: Kind, pk: string): object | undefined {
    const kind = this.kind(key);
    return kind && recordIn(kind.rows, kind.family.slotIn(kind.rows, pk));
  }

  *#entries(key: Kind): IterableIterator<[pk: string, record: object]> {
    const kind = this.kind(key);
    if (kind === undefined) return;
    for (const slot of kind.rows.slots()) {
      const record = recordIn(kind.rows, slot);
      if (record !== undefined) yield [kind.family.pk(slot), record];
    }
  }
}
