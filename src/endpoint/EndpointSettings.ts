import type { OptimisticSnapshot } from './OptimisticSnapshot.ts';
import type { RetryOption } from './RetryOption.ts';

/** How the store treats the answers and requests of an endpoint. */
export interface EndpointSettings {
  /** How long data stays fresh, in ms from its arrival. Default: that of the store (60,000). */
  readonly dataExpiryLength?: number | undefined;
  /** How long an error stays fresh, in ms from its arrival. Default: that of the store (1,000). */
  readonly errorExpiryLength?: number | undefined;
  /** True: stale data is not shown, its readers suspend. Default false. */
  readonly invalidIfStale?: boolean | undefined;
  /** True: the request is aborted as soon as nobody waits for it (typeahead). Default false: it runs on and fills the cache. */
  readonly cancel?: boolean | undefined;
  /** How long a try of the request may take until its first answer, ms, above 0. Default: that of the store (Infinity). */
  readonly timeout?: number | undefined;
  /** How often and when a read that failed is tried again; `false`: never. Default: that of the store (`false`). Mutations never are. */
  readonly retry?: RetryOption | undefined;
  /** How often live subscribers have it fetched, see `live` of `streambed/live`, `useLive` and `useSubscription`; ms, above 0. Default: not at all. */
  readonly pollFrequency?: number | undefined;
  /**
   * Aborts the wait of whoever calls with this endpoint, as in `store.fetch(getUser.extend({ signal }), …)`: his promise rejects at once. The
   * request goes on for others who wait; without any it is aborted. Subscriptions and hooks do not look at it.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * For mutations: what the server will probably answer. It is shown at once, on top of what is confirmed, until the request has its answer or
   * has failed; it runs again whenever something beneath it changes, so it has to be pure. `throw snapshot.abort` shows nothing. An entity
   * without primary key gets a placeholder that stays the same until the real one is known.
   */
  getOptimisticResponse?(snapshot: OptimisticSnapshot, ...args: unknown[]): unknown;
  /** Whether data already there stays visible beside this error (`'soft'`). Default `'hard'`: the error shows. */
  errorPolicy?(error: unknown): 'soft' | 'hard' | undefined;
}
