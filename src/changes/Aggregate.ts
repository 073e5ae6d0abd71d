/** Takes values in and out, and knows what they amount to. */
export interface Accumulator<V, A> {
  add(value: V): void;
  /** Takes out a value that was added. */
  remove(value: V): void;
  result(): A;
}

/**
 * What many values amount to. `countOf`, `sumOf`, `averageOf`, `minOf`, `maxOf` are such; make others for what they do not say.
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
  /** Of no values. */
  start(): Accumulator<V, A>;
  /** Whether a result says the same as the one before it: it is not sent then. Default `Object.is`. */
  equal?(previous: A, next: A): boolean;
}
