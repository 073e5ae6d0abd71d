import type { OptimisticSnapshot } from './OptimisticSnapshot.ts';
import type { RetryOption } from './RetryOption.ts';

/** How the store treats the requests and responses of an endpoint. */
export interface EndpointSettings {
  /** How long data stays valid, in ms from its arrival. Default: the store's (60,000). */
  readonly dataExpiryLength?: number | undefined;
  /** How long an error stays valid, in ms from its arrival. Default: the store's (1,000). */
  readonly errorExpiryLength?: number | undefined;
  /** True: stale data is not shown; components that read it suspend. Default false. */
  readonly invalidIfStale?: boolean | undefined;
  /**
   * True: the request is aborted when its last observer or caller leaves (typeahead). Default
   * false: it goes on and fills the cache.
   */
  readonly cancel?: boolean | undefined;
  /**
   * How long one try may take until its first response, in ms, above 0. Default: the store's
   * (Infinity).
   */
  readonly timeout?: number | undefined;
  /**
   * How often and when a failed read is retried; `false`: never. Default: the store's (`false`).
   * Mutations are never retried.
   */
  readonly retry?: RetryOption | undefined;
  /**
   * The interval at which live subscribers refetch, in ms, above 0; see `live` of `streambed/live`,
   * `useLive` and `useSubscription`. Default: no polling.
   */
  readonly pollFrequency?: number | undefined;
  /**
   * Aborts one call, as in `store.fetch(getUser.extend({ signal }), …)`: its promise rejects at
   * once. The request goes on for other callers; if there are none it is aborted. Subscriptions and
   * hooks ignore the signal.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * For mutations: predicts the response. The prediction is shown at once on top of the confirmed
   * state, until the request succeeds or fails. The function runs again whenever the state below
   * changes, so it must be pure. `throw snapshot.abort` shows nothing. An entity without a primary
   * key gets a placeholder id, which stays the same until the real one is known.
   */
  getOptimisticResponse?(snapshot: OptimisticSnapshot, ...args: unknown[]): unknown;
  /**
   * Whether existing data stays visible after this error (`'soft'`) or the error replaces it
   * (`'hard'`). Default `'hard'`.
   */
  errorPolicy?(error: unknown): 'soft' | 'hard' | undefined;
}
