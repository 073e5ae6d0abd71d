import type { OperatorFunction } from 'rxjs';
import type { AnyObservable } from '../requests/toObservable.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { type Change, type ChangeSet, isSameKey } from './ChangeSet.ts';
import { MergedChanges } from './batchChanges.ts';
import { type OrderedChange, type OrderedChangeSet, OrderedSet } from './OrderedChangeSet.ts';
import { OrderedRows } from './OrderedRows.ts';
import { numberSets } from './RowsOutput.ts';
import { parameterInput, setsInput, stage } from './stage.ts';

/**
 * Orders two rows: below 0 if `a` comes first, above 0 if `b` does, 0 to order them by key. Must
 * depend on the rows only.
 */
export type Comparator<V> = (a: V, b: V) => number;

/**
 * The rows in the order of the comparator; rows that it finds equal are in the order of their keys.
 * The sets also say from which index to which each row goes, and give the whole list. A changed row
 * costs a binary search. When many rows change at once – more than 32, and m · log₂(n) above n –
 * they are merged in and sent as a reset; a new comparator of a stream sorts anew and is a reset,
 * too. If the comparator reads something outside of the rows, a row may not be found: {@link
 * ComparatorError}. `asArray` and `windowChanges` use the order; `filterChanges`, `mapChanges` and
 * others ignore it, so sort last.
 *
 * @example
 * ```ts
 * const byDate$ = changes(store, Todo).pipe(sortChanges((a, b) => a.date - b.date), asArray());
 * ```
 */
export function sortChanges<K, V>(
  comparator: Comparator<V> | AnyObservable<Comparator<V>>,
): OperatorFunction<ChangeSet<K, V>, OrderedChangeSet<K, V>> {
  return (source) =>
    stage((subscriber) => {
      const sorted = new SortedRows<K, V>();
      const merged = new MergedChanges<K, V>();
      const numbers = numberSets();
      let compare: Comparator<V>;
      return {
        inputs: [
          setsInput(source, (set) => merged.add(set)),
          ...parameterInput(comparator, (next) => (compare = next)),
        ],
        emit() {
          const set = merged.take();
          if (compare === sorted.compare && !set.reset && set.changes.length === 0) return;
          const ordered = sorted.update(compare, set);
          subscriber.next(new OrderedSet(numbers(merged.version), sorted.rows, ordered));
        },
      };
    });
}

/** Up to this many changes are always sent one by one. */
const FEW = 32;

interface Row<K, V> {
  readonly key: K;
  readonly value: V;
}

type Draft<K, V> = ReturnType<OrderedRows<K, V>['edit']>;

/** Rows in the order of a comparator; rows that it finds equal are in the order of their keys. */
class SortedRows<K, V> {
  /** The comparator of the rows; `undefined` before the first rows. */
  compare: Comparator<V> | undefined;
  rows = OrderedRows.empty<K, V>();
  readonly #compareKeys = compareKeys();

  /**
   * Applies changes. Returns them with their indexes; `undefined` for a new list, where that costs
   * less than a search for each row, and for another comparator.
   */
  update(
    compare: Comparator<V>,
    { reset, changes }: Pick<ChangeSet<K, V>, 'reset' | 'changes'>,
  ): readonly OrderedChange<K, V>[] | undefined {
    const { size } = this.rows;
    const isOther = compare !== this.compare;
    const isMany = changes.length > FEW && changes.length * Math.log2(size) > size;
    this.compare = compare;
    if (reset || isOther || isMany) {
      // Without another comparator, the untouched rows are in order: `sort` merges the others in.
      const rows = reset ? [] : this.#untouched(changes);
      for (const change of changes) if (change.type !== 'remove') rows.push(change);
      this.rows = this.#sorted(rows);
      return undefined;
    }
    const draft = this.rows.edit();
    const ordered = changes.map((change) => this.#change(draft, change));
    this.rows = draft.finish();
    return ordered;
  }

  #change(draft: Draft<K, V>, change: Change<K, V>): OrderedChange<K, V> {
    if (change.type === 'add') return { ...change, index: this.#insert(draft, change) };
    const from = this.#remove(draft, { key: change.key, value: change.previous });
    if (change.type === 'remove') return { ...change, from };
    return { ...change, from, index: this.#insert(draft, change) };
  }

  /** Returns the index of the row. */
  #insert(draft: Draft<K, V>, row: Row<K, V>): number {
    const { chunk, offset } = this.#seek(draft, row);
    draft.insert(chunk, offset, row.key, row.value);
    return draft.rowsBefore(chunk) + offset;
  }

  /** Returns the index that the row had. */
  #remove(draft: Draft<K, V>, row: Row<K, V>): number {
    const { chunk, offset } = this.#seek(draft, row);
    if (!isSameKey(draft.keyAt(chunk, offset), row.key)) throw new ComparatorError(row.key);
    const index = draft.rowsBefore(chunk) + offset;
    draft.remove(chunk, offset);
    return index;
  }

  #seek(draft: Draft<K, V>, row: Row<K, V>): ReturnType<Draft<K, V>['seek']> {
    return draft.seek((key, value) => this.#order(key, value, row) < 0);
  }

  /** Below 0 if the row of the key comes before `other`. The comparator is set before rows are. */
  #order(key: K, value: V, other: Row<K, V>): number {
    return this.compare!(value, other.value) || this.#compareKeys(key, other.key);
  }

  #sorted(rows: Row<K, V>[]): OrderedRows<K, V> {
    const compare = this.compare!;
    const orderKeys = this.#compareKeys;
    rows.sort((a, b) => compare(a.value, b.value) || orderKeys(a.key, b.key));
    return OrderedRows.of(
      rows.map(({ key }) => key),
      rows.map(({ value }) => value),
    );
  }

  #untouched(changes: readonly Change<K, V>[]): Row<K, V>[] {
    const touched = new Set(changes.map(({ key }) => key));
    const rows: Row<K, V>[] = [];
    this.rows.forEach((key, value) => {
      if (!touched.has(key)) rows.push({ key, value });
    });
    return rows;
  }
}

/**
 * Orders keys of any type: strings and numbers by value, others by when they were first seen. Below
 * 0 if `a` comes first; 0 only for the same key.
 */
function compareKeys(): (a: unknown, b: unknown) => number {
  const firstSeen = new Map<unknown, number>();
  const seenAt = (key: unknown): number => {
    let number = firstSeen.get(key);
    if (number === undefined) firstSeen.set(key, (number = firstSeen.size));
    return number;
  };
  return (a, b) => {
    if (a === b) return 0;
    const type = naturalType(a);
    const other = naturalType(b);
    if (type !== other) return type < other ? -1 : 1;
    if (type === NO_TYPE) return seenAt(a) - seenAt(b);
    // The casts hold: two keys of one type that has a natural order.
    return (a as string) < (b as string) ? -1 : 1;
  };
}

/** Comes after the names of types. */
const NO_TYPE = '~';

/** The type of a key if it has a natural order: strings, bigints, and numbers but NaN. */
function naturalType(key: unknown): string {
  const type = typeof key;
  const isNatural = type === 'string' || type === 'bigint' || (type === 'number' && key === key);
  return isNatural ? type : NO_TYPE;
}

/**
 * A row is not where the comparator puts it: `SB_COMPARATOR`. The comparator reads something
 * outside of the rows, or is inconsistent.
 */
export class ComparatorError extends StreambedError {
  override readonly name = 'ComparatorError';

  /** `key`: the key of the row. */
  constructor(key: unknown) {
    super(
      'SB_COMPARATOR',
      `The row ${String(key)} is not where the comparator puts it: it gave another order before.`,
    );
  }
}
