import type { Denormalize } from '../schema/Denormalize.ts';
import type { EndpointInterface } from './EndpointInterface.ts';

/**
 * What readers of an endpoint get: the denormalized schema, `DataOf<typeof getUser>` → `User`; without a schema what its
 * function answers.
 */
export type DataOf<E extends EndpointInterface> = [unknown] extends [E['schema']]
  ? Answer<ReturnType<E>>
  : [E['schema']] extends [null | undefined]
    ? Answer<ReturnType<E>>
    : Denormalize<Exclude<E['schema'], null | undefined>>;

/** `Answer<Promise<number>>` → `number` · `Answer<Observable<number>>` → `number` · `Answer<AsyncGenerator<number>>` → `number`. */
type Answer<R> =
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
