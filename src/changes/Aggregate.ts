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
