/**
 * What the store gives one request; `this.context` inside the functions of an endpoint. It is undefined where an
 * endpoint is called directly.
 */
export interface RequestContext {
  /** Aborts when the try is given up: after its `timeout`, by the last of those who wait (see `cancel` and `signal`), at a reset, at the end of the store. */
  readonly signal: AbortSignal;
  /** The `fetch` of the store. */
  readonly fetch: typeof globalThis.fetch;
  /** Key of the endpoint and its arguments. */
  readonly key: string;
  /** Which try this is, from 1. */
  readonly attempt: number;
}
