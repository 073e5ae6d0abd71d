import type { EntityMeta, RecordTokens } from '../../data/schema/Schema.ts';
import type { SharedPlans } from '../../data/schema/entity/sharedPlan.ts';
import type { KindFamily } from './KindFamily.ts';
import { COMPLETE, type Kind, type KindRows, RESULTS, Tombstone } from './KindRows.ts';
import { BITS, kindsIn, type KindNode, WIDTH } from './KindTree.ts';
import type { ResultRecord } from './ResultRecord.ts';
import type { Slots } from './StateSlot.ts';

/** Shared by all tables that descend from one empty table. */
export interface Lineage {
  /**
   * The family of each kind that was ever written, for snapshots without rows of it: an optimistic
   * branch that is rebuilt over the same base gets the same slots for its rows.
   */
  readonly families: Map<Kind, KindFamily>;
  /** What the classes with one entity key nest. It outlives a reset of the store. */
  readonly plans: SharedPlans;
  /** Greater than all ordinals that were taken. */
  nextOrdinal: number;
  /** Whether rows were ever made stale by something else than time. */
  hasExpired: boolean;
}

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
  /** @internal */
  lineage!: Lineage;
  /** @internal The rows of each kind, by the index of the kind in the lineage. */
  kinds!: KindNode;
  /** @internal The levels of {@link kinds}, in bits. */
  level!: number;
  /** @internal The highest insertion ordinal this snapshot, or one before it, has seen. */
  lastOrdinal!: number;
  /** @internal The slots of features; read them with `inSlot`. */
  slots!: Slots;
  /** @internal Raised by `reset()`; responses to requests of an earlier epoch are dropped. */
  epoch!: number;
  /** @internal The kind of the last look-up: callers walk one kind at a time. */
  protected recent: KindRows | undefined;

  /** The live record of the row, `undefined` if there is none. */
  get(key: string, pk: string): object | undefined {
    const kind = this.rowsOf(key);
    return kind?.recordAt(kind.slotOf(pk));
  }

  /** Whether the row is live. */
  has(key: string, pk: string): boolean {
    return this.get(key, pk) !== undefined;
  }

  /** Whether the row has a tombstone: it was removed, and not forgotten since. */
  isRemoved(key: string, pk: string): boolean {
    return this.renamedTo(key, pk) !== undefined;
  }

  /**
   * @internal The primary key that the entity of a removed row has in its place; `''` if the entity
   * is gone, `undefined` if the row is not removed.
   */
  renamedTo(key: string, pk: string): string | undefined {
    const kind = this.rowsOf(key);
    const content = kind?.content(kind.slotOf(pk));
    if (!(content instanceof Tombstone)) return undefined;
    return content.to && (this.renamedTo(key, content.to) ?? content.to);
  }

  /** The meta of the row, live or removed; `undefined` if the row is unknown. */
  meta(key: string, pk: string): EntityMeta | undefined {
    const kind = this.rowsOf(key);
    return kind?.metaAt(kind.slotOf(pk));
  }

  /** The row's ordinal in the insertion order of all kinds; -1 if it is not live. */
  ordinal(key: string, pk: string): number {
    const kind = this.rowsOf(key);
    const slot = kind?.slotOf(pk) ?? -1;
    return kind?.recordAt(slot) === undefined ? -1 : kind.family.ordinal(slot);
  }

  /** Number of live rows of the entity key. */
  size(key: string): number {
    return this.rowsOf(key)?.live ?? 0;
  }

  /** The entity keys that have a live row, in the order in which they were first written. */
  *keys(): IterableIterator<string> {
    for (const { key, live } of this.all()) if (live > 0 && typeof key === 'string') yield key;
  }

  /** Whether the entity key has a known row, live or removed. */
  hasRows(key: string): boolean {
    const kind = this.rowsOf(key);
    return kind !== undefined && kind.live + kind.removed > 0;
  }

  /** The live rows of the entity key in insertion order. */
  entries(key: string): IterableIterator<[pk: string, record: object]> {
    return this.#entries(key);
  }

  /** Calls `visit` for every live row in insertion order. Faster than `entries`. */
  forEach(key: string, visit: (record: object, pk: string, ordinal: number) => void): void {
    const kind = this.rowsOf(key);
    if (kind === undefined) return;
    const { family } = kind;
    kind.forEach((record, slot) => {
      if (!(record instanceof Tombstone)) visit(record, family.pk(slot), family.ordinal(slot));
    });
  }

  /** @internal The rows of all entity keys, removed ones too. */
  *known(): IterableIterator<KnownRow> {
    for (const kind of this.all()) {
      const { key, family } = kind;
      if (typeof key !== 'string') continue;
      for (const slot of kind.slots()) yield { key, pk: family.pk(slot) };
    }
  }

  /**
   * The pks, in insertion order, of the live rows that have the value in the field. Numbers and
   * numeric strings are equal, `null` equals itself only; objects and `undefined` are not found.
   * The first search over a field reads every row of the entity key, later ones the rows that
   * changed since.
   */
  find(key: string, field: string, value: unknown): string[] {
    const kind = this.rowsOf(key);
    return kind?.family.find(kind.snapshot(), field, value) ?? [];
  }

  /** @internal The pks, in insertion order, of the live rows that have all of the tokens. */
  search(key: string, tokensOf: RecordTokens, tokens: readonly unknown[]): string[] {
    const kind = this.rowsOf(key);
    return kind?.family.search(kind.snapshot(), tokensOf, tokens) ?? [];
  }

  /** @internal The tokens of the live rows that are objects. */
  objectTokens(key: string, tokensOf: RecordTokens): Iterable<unknown> {
    const kind = this.rowsOf(key);
    return kind?.family.indexBy(tokensOf).objects(kind.snapshot()) ?? [];
  }

  /** @internal The result of an endpoint key. */
  result(key: string): ResultRecord | undefined {
    const kind = this.rowsOf(RESULTS);
    // The cast holds: `setResult` writes nothing else to this kind.
    return kind?.recordAt(kind.slotOf(key)) as ResultRecord | undefined;
  }

  /** @internal The results of all endpoint keys, in the order in which they first arrived. */
  results(): IterableIterator<[key: string, result: ResultRecord]> {
    return this.#entries(RESULTS) as IterableIterator<[string, ResultRecord]>;
  }

  /** @internal Whether a response brought all entities of the key. */
  hasAll(key: string): boolean {
    const kind = this.rowsOf(COMPLETE);
    return kind?.recordAt(kind.slotOf(key)) !== undefined;
  }

  /** @internal The entity keys of which a response brought all entities. */
  completeKeys(): string[] {
    return [...this.#entries(COMPLETE)].map(([key]) => key);
  }

  /** @internal The rows of a kind; `undefined` if there are none. */
  rowsOf(key: Kind): KindRows | undefined {
    if (this.recent?.key === key) return this.recent;
    const family = this.lineage.families.get(key);
    if (family === undefined || family.index >= WIDTH << this.level) return undefined;
    let node: KindNode | undefined = this.kinds;
    for (let at = this.level; at > 0; at -= BITS) {
      // The casts hold: inner nodes have nodes, leaves have rows.
      node = node?.[(family.index >>> at) % WIDTH] as KindNode | undefined;
    }
    return (this.recent = node?.[family.index % WIDTH] as KindRows | undefined);
  }

  /** @internal The rows of all kinds, reserved ones too, in the order of their first write. */
  protected *all(): IterableIterator<KindRows> {
    if (this.lineage.families.size > 0) yield* kindsIn(this.kinds, this.level);
  }

  *#entries(key: Kind): IterableIterator<[pk: string, record: object]> {
    const kind = this.rowsOf(key);
    if (kind === undefined) return;
    for (const slot of kind.slots()) {
      const record = kind.recordAt(slot);
      if (record !== undefined) yield [kind.family.pk(slot), record];
    }
  }
}
