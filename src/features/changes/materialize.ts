import { map, type OperatorFunction } from 'rxjs';
import { toObservable } from '../../kernel/requests/toObservable.ts';
import type { EntityMeta } from '../../data/schema/Schema.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { sameMembers } from '../../shared/sameMembers.ts';
import { EntityTable } from '../../kernel/table/EntityTable.ts';
import { EntityTableDraft } from '../../kernel/table/EntityTableDraft.ts';
import { applyChanges, type ChangeSet, withoutMoves } from './ChangeSet.ts';
import { identityOf, isSameKey, KeyMap } from './KeyMap.ts';
import { isOrdered } from './OrderedChangeSet.ts';
import { foldStage } from './stage.ts';

/**
 * The rows as an array: sorted rows in their order, others in the order in which they were added. A
 * new array only if a row or its index changed; rows keep their references, and emitted arrays are
 * never changed (frozen in development). Costs one copy of the references per emission.
 *
 * @example
 * ```ts
 * const open$ = changes(store, Todo).pipe(filterChanges((todo) => !todo.done), asArray());
 * ```
 */
export function asArray<K, V>(): OperatorFunction<ChangeSet<K, V>, readonly V[]> {
  return foldStage(() => {
    /** A map has the order in which keys were added: an updated row keeps its index. */
    const rows = new KeyMap<K, V>();
    return (set, last) => {
      const array = isOrdered(set) ? set.toArray() : arrayAfter(set, rows);
      return set.reset && sameMembers(last, array) ? last! : array;
    };
  });
}

function arrayAfter<K, V>(set: ChangeSet<K, V>, rows: Map<K, V>): readonly V[] {
  applyChanges(rows, set);
  const array = Array.from(rows.values());
  return DEVELOPMENT ? Object.freeze(array) : array;
}

/**
 * The rows as a map, in the order in which their keys were added. A new map only if a row changed.
 * Emitted maps never change. Maps share their unchanged rows: a new map costs what changed.
 *
 * @example
 * ```ts
 * const users$ = changes(store, User).pipe(asMap());
 * ```
 */
export function asMap<K, V>(): OperatorFunction<ChangeSet<K, V>, ReadonlyMap<K, V>> {
  return foldStage(() => (set, last: SnapshotMap<K, V> | undefined) => {
    const next = (last ?? new SnapshotMap<K, V>(EntityTable.empty())).after(set);
    return set.reset && last && next.equals(last) ? last : next;
  });
}

/**
 * The rows as an object by key, without a prototype. A new object only if a row changed; emitted
 * objects are never changed (frozen in development). Costs a copy of all rows per emission: `asMap`
 * does not.
 *
 * @example
 * ```ts
 * const users$ = changes(store, User).pipe(asRecord());
 * ```
 */
export function asRecord<V>(): OperatorFunction<ChangeSet<string, V>, Readonly<Record<string, V>>> {
  return (source) => toObservable(source).pipe(asMap(), map(recordOf));
}

function recordOf<V>(rows: ReadonlyMap<string, V>): Readonly<Record<string, V>> {
  // Without a prototype, `__proto__` is a key like any other.
  const record = Object.create(null) as Record<string, V>;
  for (const [key, value] of rows) record[key] = value;
  return DEVELOPMENT ? Object.freeze(record) : record;
}

/**
 * The row of one key, `undefined` while there is none: emits at once, then when it changes.
 *
 * @example
 * ```ts
 * const total$ = totals$.pipe(watchKey('ann'));
 * ```
 */
export function watchKey<K, V>(key: K): OperatorFunction<ChangeSet<K, V>, V | undefined> {
  return foldStage<ChangeSet<K, V>, V | undefined>(() => (set, last) => {
    let value = set.reset ? undefined : last;
    for (const change of set.changes) {
      if (!isSameKey(change.key, key)) continue;
      value = change.type === 'remove' ? undefined : change.value;
    }
    return value;
  });
}

/** Holds any key and any value, also `undefined`. */
interface Entry<K, V> {
  readonly key: K;
  readonly value: V;
}

/** The entries are the rows of one kind in a table of their own. */
const ENTRIES = 'entries';
const META: EntityMeta = { seq: 0, fetchedAt: 0, receivedAt: 0, expiresAt: 0 };

/** An immutable map. The map after a set shares the untouched entries. */
class SnapshotMap<K, V> implements ReadonlyMap<K, V> {
  readonly #table: EntityTable;

  constructor(table: EntityTable) {
    this.#table = table;
  }

  /** The map after a set; this map if nothing changed. */
  after(set: ChangeSet<K, V>): SnapshotMap<K, V> {
    const draft = new EntityTableDraft(set.reset ? EntityTable.empty() : this.#table);
    for (const change of withoutMoves(set.changes)) {
      const name = nameOf(change.key);
      if (change.type === 'remove') draft.forget(ENTRIES, name);
      else draft.rows(ENTRIES).write(name, { key: change.key, value: change.value }, META);
    }
    const { table } = draft.commit();
    return table === this.#table ? this : new SnapshotMap(table);
  }

  /** Whether the other map has the same entries. */
  equals(other: SnapshotMap<K, V>): boolean {
    if (this.size !== other.size) return false;
    for (const [key, value] of this) {
      if (!other.has(key) || !Object.is(other.get(key), value)) return false;
    }
    return true;
  }

  get size(): number {
    return this.#table.size(ENTRIES);
  }

  get(key: K): V | undefined {
    return this.#entry(key)?.value;
  }

  has(key: K): boolean {
    return this.#entry(key) !== undefined;
  }

  forEach(visit: (value: V, key: K, map: ReadonlyMap<K, V>) => void, thisArg?: unknown): void {
    for (const [key, value] of this) visit.call(thisArg, value, key, this);
  }

  *entries(): Generator<[K, V], undefined> {
    // The cast holds: `after` writes only entries.
    const entries = this.#table.entries(ENTRIES) as IterableIterator<[string, Entry<K, V>]>;
    for (const [, { key, value }] of entries) yield [key, value];
  }

  *keys(): Generator<K, undefined> {
    for (const [key] of this) yield key;
  }

  *values(): Generator<V, undefined> {
    for (const [, value] of this) yield value;
  }

  #entry(key: K): Entry<K, V> | undefined {
    // The cast holds: `after` writes only entries.
    return this.#table.get(ENTRIES, nameOf(key)) as Entry<K, V> | undefined;
  }

  [Symbol.iterator](): Generator<[K, V], undefined> {
    return this.entries();
  }
}

const NO_KEY = Symbol('undefined');

/** The cast holds: the map only compares keys, but takes `undefined` for no key. */
function nameOf(key: unknown): string {
  return (key === undefined ? NO_KEY : identityOf(key)) as string;
}
