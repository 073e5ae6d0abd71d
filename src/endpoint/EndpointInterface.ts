import type { QueryDelegate } from '../schema/Schema.ts';
import type { EndpointSettings } from './EndpointSettings.ts';
import type { FetchFunction } from './FetchFunction.ts';
import type { GivenArgs } from './GivenArgs.ts';
import type { PageList } from './PageList.ts';
import type { RequestContext } from './RequestContext.ts';

/**
 * The part of an endpoint that the store and the hooks use. `F` is its function, `S` its schema,
 * `M` its `sideEffect`.
 */
export interface EndpointInterface<
  F extends FetchFunction = FetchFunction,
  S = unknown,
  M extends boolean | undefined = boolean | undefined,
> extends EndpointSettings {
  (...args: Parameters<F>): ReturnType<F>;
  /** Names the endpoint in messages. */
  readonly name: string;
  /** Describes the response. */
  readonly schema?: S;
  /** True for mutations. */
  readonly sideEffect?: M;
  /** The context of the request in flight; undefined outside of a request. */
  readonly context?: RequestContext | undefined;
  /** The function that is called; `this` is the endpoint. Default: the endpoint itself. */
  fetch?(...args: Parameters<F>): ReturnType<F>;
  /** Identifies a call; equal keys share data and requests. */
  key(...args: GivenArgs<F>): string;
  /** Whether a key belongs to this endpoint, for any arguments. Default: never. */
  testKey?(key: string): boolean;
  /**
   * The normalized data that the cache can show before the first response, or `undefined`. Default:
   * what the schema finds for the arguments.
   */
  infer?(args: readonly unknown[], delegate: QueryDelegate): unknown;
  /** @internal The list that the response of a call adds a page to. Default: none. */
  pageOf?(args: readonly unknown[]): PageList | undefined;
}
