import type { Observable } from 'rxjs';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';

/**
 * One try of a request, as an interceptor receives it. An interceptor may pass a changed copy on:
 * `next({ ...request, headers })`.
 */
export interface InterceptedRequest {
  /**
   * The key of the endpoint and its args. The response is stored under it, whatever is passed on.
   */
  readonly key: string;
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
  /** Aborts when the store aborts the try. */
  readonly signal: AbortSignal;
  /** The number of this try, from 1. */
  readonly attempt: number;
  /** True for mutations. */
  readonly sideEffect: boolean;
  /**
   * Headers to add to those of the endpoint; they win over headers of the same name. They reach
   * endpoints that use the `fetch` of their context, as RestEndpoint does. Initially empty.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** Sends the request. */
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Stands between the store and every try of every request, reads and mutations. Returns the result
 * of `next(request)`, or another observable or promise of the response. `next` sends nothing by
 * itself: each subscription to the observable it returns sends the request once.
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
