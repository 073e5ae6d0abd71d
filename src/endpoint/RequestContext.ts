/**
 * What the store gives one request; `this.context` inside the functions of an endpoint. It is undefined where an
 * endpoint is called directly.
 */
export interface RequestContext {
  /** Aborts when nobody waits any more, at a timeout and at a reset. */
  readonly signal: AbortSignal;
  /** The `fetch` of the store. */
  readonly fetch: typeof globalThis.fetch;
  /** Key of the endpoint and its arguments. */
  readonly key: string;
  /** 1 for the first try, 2 for the first retry. */
  readonly attempt: number;
}
