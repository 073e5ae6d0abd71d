import { StreambedError } from '../shared/StreambedError.ts';
import type { Change } from './ChangeSet.ts';
import { ExactSum } from './ExactSum.ts';
import { lowerBound } from './OrderedRows.ts';

/** Keeps a result up to date while values are added and removed. */
export interface Accumulator<V, A> {
  add(value: V): void;
  /** Removes a value that was added before. */
  remove(value: V): void;
  result(): A;
}

/**
 * Reduces many values to one result. `countOf`, `sumOf`, `averageOf`, `minOf` and `maxOf` make
 * aggregates; write your own for anything else.
 *
 * @example
 * ```ts
 * const names: Aggregate<{ name: string }, string> = {
 *   start: () => {
 *     const all = new Set<string>();
 *     return {
 *       add: ({ name }) => all.add(name),
 *       remove: ({ name }) => all.delete(name),
 *       result: () => [...all].sort().join(', '),
 *     };
 *   },
 * };
 * ```
 */
export interface Aggregate<V, A> {
  /** An accumulator without values. */
  start(): Accumulator<V, A>;
  /** Whether two results are equal: an equal result is not sent. Default `Object.is`. */
  equal?(previous: A, next: A): boolean;
}

/** Applies the change of a row to the result. */
export function applyChange<V>(
  accumulator: Accumulator<V, unknown>,
  change: Change<unknown, V>,
): void {
  if (change.type !== 'add') accumulator.remove(change.previous);
  if (change.type !== 'remove') accumulator.add(change.value);
}

/** Whether two results are equal. */
export function isEqualResult<A>(aggregate: Aggregate<never, A>): (a: A, b: A) => boolean {
  return (a, b) => aggregate.equal?.(a, b) ?? Object.is(a, b);
}

/** Counts the rows, or those for which the predicate is true. */
export function countOf<V>(predicate: (value: V) => boolean = () => true): Aggregate<V, number> {
  return {
    start() {
      let count = 0;
      return {
        add: (value) => void (predicate(value) && count++),
        remove: (value) => void (predicate(value) && count--),
        result: () => count,
      };
    },
  };
}

/**
 * The sum of a number of each row, 0 without rows. Exact: it does not drift, and NaN or an infinite
 * number is gone when its row is.
 */
export function sumOf<V>(project: (value: V) => number): Aggregate<V, number> {
  return sumsOf(project, (sum) => sum);
}

/** The mean of a number of each row; `undefined` without rows. */
export function averageOf<V>(project: (value: V) => number): Aggregate<V, number | undefined> {
  return sumsOf(project, (sum, count) => (count === 0 ? undefined : sum / count));
}

function sumsOf<V, A>(
  project: (value: V) => number,
  result: (sum: number, count: number) => A,
): Aggregate<V, A> {
  return {
    start() {
      const sum = new ExactSum();
      let count = 0;
      return {
        add(value) {
          sum.add(project(value));
          count++;
        },
        remove(value) {
          sum.remove(project(value));
          count--;
        },
        result: () => result(sum.result(), count),
      };
    },
  };
}

/** A value that `<` can order. NaN and invalid dates are skipped. */
export type Comparable = number | string | bigint | Date;

/**
 * The smallest value of all rows; `undefined` if there is none. NaN and invalid dates are skipped.
 */
export function minOf<V, T extends Comparable>(
  project: (value: V) => T,
): Aggregate<V, T | undefined> {
  return extremeOf(project, 0);
}

/**
 * The greatest value of all rows; `undefined` if there is none. NaN and invalid dates are skipped.
 */
export function maxOf<V, T extends Comparable>(
  project: (value: V) => T,
): Aggregate<V, T | undefined> {
  return extremeOf(project, -1);
}

/** The projected value at an end of their order. Costs O(log n) comparisons per change. */
function extremeOf<V, T extends Comparable>(
  project: (value: V) => T,
  end: 0 | -1,
): Aggregate<V, T | undefined> {
  return {
    start() {
      /** Distinct values in order, and how many rows have each. */
      const values: T[] = [];
      const counts: number[] = [];
      const count = (row: V, by: 1 | -1): void => {
        const value = project(row);
        if (!isOrderable(value)) return;
        const index = lowerBound(values.length, (at) => isBefore(values[at], value));
        const isKnown = index < values.length && !isBefore(value, values[index]);
        if (!isKnown) {
          if (by < 0) throw new ProjectionError();
          values.splice(index, 0, value);
          counts.splice(index, 0, 0);
        }
        counts[index] += by;
        if (counts[index] > 0) return;
        values.splice(index, 1);
        counts.splice(index, 1);
      };
      return {
        add: (row) => count(row, 1),
        remove: (row) => count(row, -1),
        result: () => values.at(end),
      };
    },
    // Two Date objects can be the same moment.
    equal: (a, b) =>
      a === undefined || b === undefined ? a === b : !isBefore(a, b) && !isBefore(b, a),
  };
}

function isBefore(a: Comparable, b: Comparable): boolean {
  return a < b;
}

/** False for NaN and invalid dates. */
function isOrderable(value: Comparable): boolean {
  return typeof value === 'string' || typeof value === 'bigint' || !Number.isNaN(Number(value));
}

/**
 * A function returned another value for a row than before: `SB_PROJECTION`. It reads something
 * outside of the row.
 */
export class ProjectionError extends StreambedError {
  override readonly name = 'ProjectionError';

  constructor() {
    super('SB_PROJECTION', 'A projected value is removed, but it was never added.');
  }
}
