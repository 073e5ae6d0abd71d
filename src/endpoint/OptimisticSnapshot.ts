import type { DenormalizeNullable } from '../schema/Denormalize.ts';

/** What the store knows at the moment an optimistic answer is computed. */
export interface OptimisticSnapshot {
  /** Value of `schema` for these arguments, as the cache has it. */
  get<S>(schema: S, ...args: readonly unknown[]): DenormalizeNullable<S> | undefined;
  /** Thrown by `getOptimisticResponse` to go without an optimistic answer this time. */
  readonly abort: Error;
}
