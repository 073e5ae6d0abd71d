import type { DenormalizeNullable } from '../schema/Denormalize.ts';
import type { Queryable, SchemaArgs } from '../schema/Queryable.ts';
import type { ArgsOf } from './ArgsOf.ts';
import type { DataOf } from './DataOf.ts';
import type { ReadEndpoint } from './ReadEndpoint.ts';

/**
 * What is shown at the moment an optimistic answer is made for: confirmed data with the optimistic answers of earlier requests on top. Reads
 * nothing but the cache.
 */
export interface OptimisticSnapshot {
  /** What the cache has for a schema, or `undefined`. */
  get<Q extends Queryable>(schema: Q, ...args: SchemaArgs<Q>): DenormalizeNullable<Q>;
  /** What was answered to an endpoint, or `undefined`. */
  getResponse<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>): DataOf<E> | undefined;
  /** When the request was sent, ms since epoch. */
  readonly fetchedAt: number;
  /** `throw snapshot.abort`: show nothing but what is confirmed. */
  readonly abort: Error;
}
