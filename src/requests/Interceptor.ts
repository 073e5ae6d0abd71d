import type { Observable } from 'rxjs';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';

/** One try of a request, as interceptors see it. They may pass another one on: `next({ ...request, headers })`. */
export interface InterceptedRequest {
  /** Key of the endpoint and its arguments. What is answered belongs to it, whatever is passed on. */
  readonly key: string;
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
  /** Aborts when the try is given up. */
  readonly signal: AbortSignal;
  /** Which try this is, from 1. */
  readonly attempt: number;
  /** True for mutations. */
  readonly sideEffect: boolean;
  /** Added to those of the endpoint, and stronger; for endpoints that use the `fetch` of their context, as RestEndpoint does. Empty at first. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the request is made with. */
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Stands between the store and every try of every request, reads and mutations. Gives what `next(request)` gives, or something else: an
 * observable or a promise of the answer. Nothing is sent before what `next` gave is subscribed to; each subscription sends once.
 *
 * @example
 * ```ts
 * const log: Interceptor = (request, next) =>
 *   next(request).pipe(tap({ error: (error) => console.warn(request.key, error) }));
 * ```
 */
export type Interceptor = (
  request: InterceptedRequest,
  next: (request: InterceptedRequest) => Observable<unknown>,
) => Observable<unknown> | PromiseLike<unknown> | AsyncIterable<unknown>;
