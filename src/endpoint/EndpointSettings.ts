import type { FetchFunction } from './FetchFunction.ts';
import type { GivenArgs } from './GivenArgs.ts';
import type { OptimisticSnapshot } from './OptimisticSnapshot.ts';
import type { RetryOptions } from './RetryOptions.ts';

/** How the store treats the answers and requests of an endpoint; `F` is the function of the endpoint. */
export interface EndpointSettings<F extends FetchFunction = FetchFunction> {
  /** How long data stays fresh, in ms from its arrival. Default: that of the store (60,000). */
  readonly dataExpiryLength?: number | undefined;
  /** How long an error stays fresh, in ms from its arrival. Default: that of the store (1,000). */
  readonly errorExpiryLength?: number | undefined;
  /** True: stale data is not shown, its readers suspend. Default false. */
  readonly invalidIfStale?: boolean | undefined;
  /** How often a subscription asks, in ms. Default none. */
  readonly pollFrequency?: number | undefined;
  /** When a failed read is asked for again. Default: that of the store (never). */
  readonly retry?: RetryOptions | undefined;
  /** Longest wait for an answer, in ms. Default: that of the store (none). */
  readonly timeout?: number | undefined;
  /** True: the request is aborted as soon as nobody waits for it (typeahead). Default false: it runs on and fills the cache. */
  readonly cancel?: boolean | undefined;
  /** Whether data already there stays visible beside this error (`'soft'`). Default `'hard'`: the error shows. */
  errorPolicy?(error: unknown): 'soft' | 'hard' | undefined;
  /** Expected answer of a mutation, shown until the real one arrives. Default none. */
  getOptimisticResponse?(snapshot: OptimisticSnapshot, ...args: GivenArgs<F>): unknown;
}
