import type { Denormalize } from '../schema/Denormalize.ts';
import type { EndpointInterface } from './EndpointInterface.ts';

/**
 * The data of an endpoint: `DataOf<typeof getUser>` → `User`. With a schema: the denormalized
 * schema; without: what the endpoint's function resolves to or emits.
 */
export type DataOf<E extends EndpointInterface> = [unknown] extends [E['schema']]
  ? Resolved<ReturnType<E>>
  : [E['schema']] extends [null | undefined]
    ? Resolved<ReturnType<E>>
    : Denormalize<Exclude<E['schema'], null | undefined>>;

/**
 * `Resolved<Promise<number>>` → `number` · `Resolved<Observable<number>>` → `number` ·
 * `Resolved<AsyncGenerator<number>>` → `number`.
 */
type Resolved<R> =
  R extends PromiseLike<unknown>
    ? Awaited<R>
    : R extends { subscribe(observer: infer O, ...rest: never[]): unknown }
      ? Observed<O>
      : R extends AsyncIterable<infer T>
        ? T
        : R;

/** `Observed<(value: number) => void>` → `number` · `Observed<{ next?(value: number): void }>` → `number`. */
type Observed<O> = O extends (value: infer T) => unknown
  ? T
  : O extends { next?(value: infer T): unknown }
    ? T
    : never;
