import { StreambedError } from '../../shared/StreambedError.ts';
import type { Change } from './ChangeSet.ts';
import { lowerBound } from './OrderedRows.ts';

/** Numbers from here on are scaled down, so that no intermediate sum is infinite. */
const HUGE = /* @__PURE__ */ Math.pow(2, 960);
const SCALE = /* @__PURE__ */ Math.pow(2, -100);

/**
 * A sum of numbers that can be removed again. It is exact: however many numbers are added and
 * removed, only the result is rounded, once. NaN and infinite numbers are counted, so they leave no
 * trace when they are removed.
 */
export class ExactSum {
  readonly #parts: number[] = [];
  readonly #hugeParts: number[] = [];
  #nans = 0;
  #infinities = 0;
  #negativeInfinities = 0;

  add(value: number): void {
    this.#take(value, 1);
  }

  remove(value: number): void {
    this.#take(value, -1);
  }

  result(): number {
    if (this.#nans > 0 || (this.#infinities > 0 && this.#negativeInfinities > 0)) return NaN;
    if (this.#infinities > 0) return Infinity;
    if (this.#negativeInfinities > 0) return -Infinity;
    if (this.#hugeParts.length === 0) return rounded(this.#parts);
    const all = this.#hugeParts.slice();
    for (const part of this.#parts) addTo(all, part * SCALE);
    return rounded(all) / SCALE;
  }

  #take(value: number, sign: 1 | -1): void {
    if (Number.isNaN(value)) this.#nans += sign;
    else if (value === Infinity) this.#infinities += sign;
    else if (value === -Infinity) this.#negativeInfinities += sign;
    else if (Math.abs(value) < HUGE) addTo(this.#parts, sign * value);
    else addTo(this.#hugeParts, sign * value * SCALE);
  }
}

/** Adds a number to non-overlapping parts, smallest first, whose sum is exact. */
function addTo(parts: number[], value: number): void {
  let high = value;
  let kept = 0;
  for (const part of parts) {
    const sum = high + part;
    const [large, small] = Math.abs(high) < Math.abs(part) ? [part, high] : [high, part];
    const rest = small - (sum - large);
    if (rest !== 0) parts[kept++] = rest;
    high = sum;
  }
  parts.length = kept;
  if (high !== 0) parts.push(high);
}

/** The number nearest to the sum of the parts. */
function rounded(parts: readonly number[]): number {
  let index = parts.length - 1;
  if (index < 0) return 0;
  let high = parts[index];
  let rest = 0;
  while (rest === 0 && index > 0) {
    const part = parts[--index];
    const sum = high + part;
    rest = part - (sum - high);
    high = sum;
  }
  // The rest is half of the last digit: the next part says on which side of it the sum is.
  if (rest !== 0 && index > 0 && Math.sign(rest) === Math.sign(parts[index - 1])) {
    const next = high + rest * 2;
    if (next - high === rest * 2) return next;
  }
  return high;
}

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
          sum.add(numberOf(project(value)));
          count++;
        },
        remove(value) {
          sum.remove(numberOf(project(value)));
          count--;
        },
        result: () => result(sum.result(), count),
      };
    },
  };
}

/** The number that a value is in a sum: NaN if it is none. */
function numberOf(value: unknown): number {
  try {
    return Number(value);
  } catch {
    // Symbols, and objects that refuse it, such as those of `Temporal`.
    return NaN;
  }
}

/** A value that `<` can order. Others, such as `undefined`, NaN and invalid dates, are skipped. */
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
        if (orderOf(value) === undefined) return;
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
    equal: (a, b) => !isBefore(a, b) && !isBefore(b, a),
  };
}

/** One order of all values: numbers before texts, and equal values of two types by type. */
function isBefore(a: unknown, b: unknown): boolean {
  const [x, y] = [orderOf(a), orderOf(b)];
  if (x === undefined || y === undefined) return x !== y && x === undefined;
  if ((typeof x === 'string') !== (typeof y === 'string')) return typeof y === 'string';
  return x < y || (!(y < x) && typeof a < typeof b);
}

/** What orders a value; `undefined` if nothing does. */
function orderOf(value: unknown): string | number | bigint | undefined {
  if (typeof value === 'string' || typeof value === 'bigint') return value;
  const number = value === null ? NaN : numberOf(value);
  return Number.isNaN(number) ? undefined : number;
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
