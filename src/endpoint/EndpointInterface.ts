import type { QueryDelegate } from '../schema/Schema.ts';
import type { EndpointSettings } from './EndpointSettings.ts';
import type { FetchFunction } from './FetchFunction.ts';
import type { GivenArgs } from './GivenArgs.ts';
import type { PageList } from './PageList.ts';
import type { RequestContext } from './RequestContext.ts';

/**
 * What the store and the hooks need to know of an endpoint, whatever made it: `F` is its function, `S` its schema, `M`
 * its `sideEffect`.
 */
export interface EndpointInterface<
  F extends FetchFunction = FetchFunction,
  S = unknown,
  M extends boolean | undefined = boolean | undefined,
> extends EndpointSettings {
  (...args: Parameters<F>): ReturnType<F>;
  /** Names the endpoint in messages. */
  readonly name: string;
  /** What the answer is made of. */
  readonly schema?: S;
  /** True for mutations. */
  readonly sideEffect?: M;
  /** What the store gave to the request under way; undefined outside of one. */
  readonly context?: RequestContext | undefined;
  /** The function behind the call; `this` is the endpoint. Default: the endpoint itself. */
  fetch?(...args: Parameters<F>): ReturnType<F>;
  /** Identity of a call; equal keys share data and requests. */
  key(...args: GivenArgs<F>): string;
  /** Whether a key is one of this endpoint, whatever the arguments. Default: never. */
  testKey?(key: string): boolean;
  /** Stored form of data that the cache can show before the first response; `undefined`: none. Default: what the schema finds for the arguments. */
  infer?(args: readonly unknown[], delegate: QueryDelegate): unknown;
  /** @internal The list that the response to a call adds a page to. Default: none. */
  pageOf?(args: readonly unknown[]): PageList | undefined;
}
