import { map, type OperatorFunction } from 'rxjs';
import {
  type AnyObservable,
  isLiveSource,
  toObservable,
} from '../../kernel/requests/toObservable.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import type { ChangeSet } from './ChangeSet.ts';
import { isSameKey, KeyMap } from './KeyMap.ts';
import {
  type OrderedChange,
  type OrderedChangeSet,
  OrderedSet,
  type WindowedChangeSet,
} from './OrderedChangeSet.ts';
import { lowerBound, OrderedRows } from './OrderedRows.ts';
import { numberSets } from './RowsOutput.ts';
import { type Comparator, sortChanges } from './sortChanges.ts';
import { parameterInput, setsInput, stage } from './stage.ts';

/** A part of a list. */
export interface Range {
  /** How many rows come before it: a whole number from 0. */
  readonly offset: number;
  /** How many rows it has at most: a whole number from 0, or Infinity. */
  readonly limit: number;
}

/**
 * A part of a sorted list, for example the rows that a screen shows. The range is fixed or a
 * stream; nothing is emitted before its first range. Costs what the part has, not what the list
 * has. If only `total` changed, the set is a reset with the same rows.
 *
 * @example
 * ```ts
 * const range$ = new BehaviorSubject({ offset: 0, limit: 50 });
 * const shown$ = changes(store, Todo).pipe(sortChanges(byDate), windowChanges(range$), asArray());
 * ```
 */
export function windowChanges<K, V>(
  range: Range | AnyObservable<Range>,
): OperatorFunction<OrderedChangeSet<K, V>, WindowedChangeSet<K, V>> {
  return (source) =>
    stage<WindowedChangeSet<K, V>>((subscriber) => {
      const numbers = numberSets();
      let last: (OrderedSet<K, V> & WindowedChangeSet<K, V>) | undefined;
      let set: OrderedChangeSet<K, V>;
      let { offset, limit } = NOTHING;

      return {
        inputs: [
          setsInput(source, (next) => (set = next)),
          ...parameterInput(range, (next) => ({ offset, limit } = checked(next))),
        ],
        emit() {
          const { size: total } = set;
          const end = offset + limit;
          const rows = OrderedRows.of(set.keys(offset, end), set.slice(offset, end));
          const changes = last && orderedDifference(last, rows);
          const isSame = changes?.length === 0;
          if (isSame && last?.total === total) return;
          const next = new OrderedSet(numbers(set.version), rows, isSame ? undefined : changes);
          subscriber.next((last = Object.assign(next, { total, offset })));
        },
      };
    });
}

const NOTHING: Range = { offset: 0, limit: 0 };

function checked(range: Range): Range {
  const { offset, limit } = range;
  if (isCount(offset) && (isCount(limit) || limit === Infinity)) return range;
  throw new StreambedError(
    'SB_OPTION_INVALID',
    `The range has offset ${String(offset)} and limit ${String(limit)}. Both must be whole numbers from 0; the limit may be Infinity.`,
  );
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** A page of a list. */
export interface Page {
  /** The number of the page: a whole number from 1. */
  readonly page: number;
  /** Rows per page: a whole number from 0. */
  readonly size: number;
}

/**
 * One page of a sorted list: {@link windowChanges} by page number. A page after the last one is
 * empty.
 *
 * @example
 * ```ts
 * const page$ = new BehaviorSubject({ page: 1, size: 20 });
 * const shown$ = changes(store, Todo).pipe(sortChanges(byDate), pageChanges(page$), asArray());
 * ```
 */
export function pageChanges<K, V>(
  page: Page | AnyObservable<Page>,
): OperatorFunction<OrderedChangeSet<K, V>, WindowedChangeSet<K, V>> {
  return windowChanges(isLiveSource(page) ? toObservable(page).pipe(map(rangeOf)) : rangeOf(page));
}

function rangeOf({ page, size }: Page): Range {
  return { offset: (page - 1) * size, limit: size };
}

/**
 * The first `count` rows in the order of the comparator: {@link sortChanges} and {@link
 * windowChanges} in one.
 *
 * @example
 * ```ts
 * const newest$ = changes(store, Todo).pipe(topChanges(10, (a, b) => b.date - a.date), asArray());
 * ```
 */
export function topChanges<K, V>(
  count: number,
  comparator: Comparator<V> | AnyObservable<Comparator<V>>,
): OperatorFunction<ChangeSet<K, V>, WindowedChangeSet<K, V>> {
  return (source) =>
    toObservable(source).pipe(
      sortChanges<K, V>(comparator),
      windowChanges<K, V>({ offset: 0, limit: count }),
    );
}

/**
 * The fewest changes that lead from one list to another. Costs O(rows · log rows), and a walk
 * through the list for each changed row.
 */
export function orderedDifference<K, V>(
  before: OrderedRows<K, V>,
  after: OrderedRows<K, V>,
): OrderedChange<K, V>[] {
  const changes: OrderedChange<K, V>[] = [];
  const [keys, values] = [after.keys(), after.slice()];
  const targets = new KeyMap(keys.map((key, at) => [key, at]));
  const list: (readonly [key: K, value: V])[] = [];
  before.forEach((key, value) => list.push([key, value]));
  for (let from = list.length - 1; from >= 0; from--) {
    const [key, previous] = list[from];
    if (targets.has(key)) continue;
    changes.push({ type: 'remove', key, previous, from });
    list.splice(from, 1);
  }
  const staying = longestRise(
    // Removed rows were taken out above. Changed rows are sent in any case.
    list.flatMap(([key, value]) => {
      const target = targets.get(key)!;
      return Object.is(value, values[target]) ? target : [];
    }),
  );
  const known = new KeyMap(list.map(([key]) => [key, true]));
  let index = 0;
  for (let target = 0; target < keys.length; target++) {
    const key = keys[target];
    const value = values[target];
    if (!known.has(key)) {
      changes.push({ type: 'add', key, value, index });
      list.splice(index, 0, [key, value]);
    } else if (staying.has(target)) {
      // Skips rows that will move: a later step moves them.
      while (!isSameKey(list[index][0], key)) index++;
    } else {
      const from = list.findIndex(([other]) => isSameKey(other, key));
      const [[, previous]] = list.splice(from, 1);
      if (from < index) index--;
      changes.push({ type: 'update', key, value, previous, from, index });
      list.splice(index, 0, [key, value]);
    }
    index++;
  }
  return changes;
}

/** The members of a longest increasing subsequence. The numbers must be distinct. */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  // Per subsequence length minus one: the index of the smallest number that ends such a
  // subsequence.
  const ends: number[] = [];
  const before: number[] = [];
  for (let index = 0; index < numbers.length; index++) {
    const length = lowerBound(ends.length, (at) => numbers[ends[at]] < numbers[index]);
    before[index] = length > 0 ? ends[length - 1] : -1;
    ends[length] = index;
  }
  const rise = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]) rise.add(numbers[index]);
  return rise;
}
