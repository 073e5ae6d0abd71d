/**
 * The context of one request, made by the store: `this.context` inside the functions of an
 * endpoint. It is undefined if you call an endpoint directly.
 */
export interface RequestContext {
  /**
   * Aborts when the request is aborted: after its `timeout`, when its last caller or observer
   * leaves (see `cancel` and `signal`), on a reset, and when the store is destroyed.
   */
  readonly signal: AbortSignal;
  /** The store's `fetch`. It sends the headers of interceptors. */
  readonly fetch: typeof globalThis.fetch;
  /**
   * The headers that interceptors add, for endpoints that send their request without `fetch`. The
   * `init` of `fetchResponse` has them already.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** The key of the endpoint and its arguments. */
  readonly key: string;
  /** The number of this try, from 1. */
  readonly attempt: number;
}
