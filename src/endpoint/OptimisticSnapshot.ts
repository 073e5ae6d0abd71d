import type { DenormalizeNullable } from '../schema/Denormalize.ts';
import type { Queryable, SchemaArgs } from '../schema/Queryable.ts';
import type { ArgsOf } from './ArgsOf.ts';
import type { DataOf } from './DataOf.ts';
import type { ReadEndpoint } from './ReadEndpoint.ts';

/**
 * The state that an optimistic response is made for: confirmed data with the layers of earlier
 * mutations on top. Reads only the cache.
 */
export interface OptimisticSnapshot {
  /** The data of a schema, or `undefined`. */
  get<Q extends Queryable>(schema: Q, ...args: SchemaArgs<Q>): DenormalizeNullable<Q>;
  /** The data of an endpoint, or `undefined`. */
  getResponse<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>): DataOf<E> | undefined;
  /** When the request was sent, ms since epoch. */
  readonly fetchedAt: number;
  /** `throw snapshot.abort` shows the confirmed state only. */
  readonly abort: Error;
}
