import type { OperatorFunction } from 'rxjs';
import type { AnyObservable } from '../../kernel/requests/toObservable.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { warnOnce } from '../../shared/warnOnce.ts';
import type { Change, ChangeSet } from './ChangeSet.ts';
import { MergedChanges } from './batchChanges.ts';
import { isSameKey, KeyMap } from './KeyMap.ts';
import { type OrderedChange, type OrderedChangeSet, OrderedSet } from './OrderedChangeSet.ts';
import { OrderedRows, type Row } from './OrderedRows.ts';
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
 * too. Rows for which the comparator returns NaN come last. If it reads something outside of the
 * rows, the order may change between two sets: {@link ComparatorError}. `asArray` and
 * `windowChanges` use the order; `filterChanges`, `mapChanges` and others ignore it, so sort last.
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

type Draft<K, V> = ReturnType<OrderedRows<K, V>['edit']>;

/** Rows in the order of a comparator; rows that it finds equal are in the order of their keys. */
class SortedRows<K, V> {
  /** The comparator of the rows; `undefined` before the first rows. */
  compare: Comparator<V> | undefined;
  rows = OrderedRows.empty<K, V>();
  /**
   * False if neighbours are in the wrong order. The comparator contradicts itself then, most often
   * because a row has no value to compare: each update sorts anew until it does not.
   */
  #isSorted = true;
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
    if (reset || isOther || isMany || !this.#isSorted) {
      // Without another comparator, the untouched rows are in order: `sort` merges the others in.
      const rows = reset ? [] : this.#untouched(changes);
      for (const change of changes) if (change.type !== 'remove') rows.push(change);
      this.#sort(rows);
      return undefined;
    }
    const draft = this.rows.edit();
    const ordered = changes.map((change) => this.#change(draft, change));
    this.rows = draft.finish();
    if (this.#isSorted) return ordered;
    this.#sort(this.#untouched([]));
    return undefined;
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
    let { chunk, offset } = this.#seek(draft, row);
    if (!isSameKey(draft.keyAt(chunk, offset), row.key)) {
      // The comparator finds rows of different order equal, or reads something outside of the rows:
      // then neighbours that were in order are not.
      const position = draft.find((key) => isSameKey(key, row.key));
      if (!position || (this.#isSorted && !this.#areInOrder(draft.chunks))) {
        throw new ComparatorError(row.key);
      }
      ({ chunk, offset } = position);
    }
    const index = draft.rowsBefore(chunk) + offset;
    draft.remove(chunk, offset);
    const [before, after] = draft.around(chunk, offset);
    if (before && after && this.#isBackwards(before, after)) this.#isSorted = false;
    return index;
  }

  #seek(draft: Draft<K, V>, row: Row<K, V>): ReturnType<Draft<K, V>['seek']> {
    return draft.seek((key, value) => this.#order({ key, value }, row) < 0);
  }

  /** Below 0 if `a` comes before `b`. */
  #order(a: Row<K, V>, b: Row<K, V>): number {
    return this.#compareValues(a.value, b.value) || this.#compareKeys(a.key, b.key);
  }

  /** Rows that cannot even be compared with themselves come last. */
  #compareValues(a: V, b: V): number {
    // Comparators of JavaScript may return anything. The comparator is set before rows are.
    const compare = (one: V, other: V): number => {
      const result: unknown = this.compare!(one, other);
      return Number(result);
    };
    const order = compare(a, b);
    if (order === order) return order;
    return Number(Number.isNaN(compare(a, a))) - Number(Number.isNaN(compare(b, b)));
  }

  /** Whether two neighbours are in the wrong order. Rows of no clear order are not. */
  #isBackwards(first: Row<K, V>, second: Row<K, V>): boolean {
    return this.#order(second, first) < 0 && this.#order(first, second) >= 0;
  }

  #areInOrder(chunks: OrderedRows<K, V>['chunks']): boolean {
    let before: Row<K, V> | undefined;
    for (const { keys, values } of chunks) {
      for (let at = 0; at < keys.length; at++) {
        const row = { key: keys[at], value: values[at] };
        if (before && this.#isBackwards(before, row)) return false;
        before = row;
      }
    }
    return true;
  }

  #sort(rows: Row<K, V>[]): void {
    rows.sort((a, b) => this.#order(a, b));
    this.rows = OrderedRows.of(
      rows.map(({ key }) => key),
      rows.map(({ value }) => value),
    );
    this.#isSorted = this.#areInOrder(this.rows.chunks);
    if (DEVELOPMENT && !this.#isSorted) {
      warnOnce('SB_COMPARATOR', 'A comparator contradicts itself: rows are not in one order.');
    }
  }

  #untouched(changes: readonly Change<K, V>[]): Row<K, V>[] {
    const touched = new KeyMap(changes.map(({ key }) => [key, true]));
    const rows: Row<K, V>[] = [];
    this.rows.forEach((key, value) => {
      if (!touched.has(key)) rows.push({ key, value });
    });
    return rows;
  }
}

/**
 * Orders keys of any type: texts and numbers by value, others by when they were first seen. Below 0
 * if `a` comes first; 0 only for equal keys.
 */
function compareKeys(): (a: unknown, b: unknown) => number {
  /** Objects are released with their rows. */
  const seenObjects = new WeakMap<object, number>();
  const seenOthers = new Map<unknown, number>();
  let count = 0;
  const seenAt = (key: unknown): number => {
    // The cast holds: a weak map finds nothing for other values.
    const known = seenObjects.get(key as object) ?? seenOthers.get(key);
    if (known !== undefined) return known;
    if (Object(key) === key) seenObjects.set(key as object, count);
    else seenOthers.set(key, count);
    return count++;
  };
  return (a, b) => {
    if (isSameKey(a, b)) return 0;
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
