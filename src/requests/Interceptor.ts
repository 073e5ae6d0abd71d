import { Observable } from 'rxjs';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import type { RequestContext } from '../endpoint/RequestContext.ts';
import { toObservable } from './toObservable.ts';

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

/** Runs an endpoint. */
type Run = (
  endpoint: EndpointInterface,
  args: readonly unknown[],
  context: RequestContext,
) => Observable<unknown>;

/**
 * Sends a request through interceptors, the first being the outermost. `run` runs the endpoint that
 * the last one passes on. What interceptors throw becomes an error of the observable.
 */
export function intercept(
  interceptors: readonly Interceptor[],
  request: InterceptedRequest,
  run: Run,
  at = 0,
): Observable<unknown> {
  return new Observable((subscriber) => {
    if (at === interceptors.length) return send(request, run).subscribe(subscriber);
    const next = (passed: InterceptedRequest): Observable<unknown> =>
      intercept(interceptors, passed, run, at + 1);
    // Async interceptors return a promise of what `next` returned: an observable.
    return toObservable(interceptors[at](request, next), toObservable).subscribe(subscriber);
  });
}

function send(request: InterceptedRequest, run: Run): Observable<unknown> {
  const { key, endpoint, args, signal, attempt, headers, fetch } = request;
  const hasHeaders = Object.keys(headers).length > 0;
  const context = { signal, key, attempt, fetch: hasHeaders ? withHeaders(fetch, headers) : fetch };
  return run(endpoint, args, context);
}

function withHeaders(fetch: InterceptedRequest['fetch'], added: InterceptedRequest['headers']) {
  const sendWith: typeof fetch = (input, init) => {
    const own = init?.headers ?? (input instanceof Request ? input.headers : undefined);
    const headers = new Headers(own);
    for (const [name, value] of Object.entries<string | null | undefined>(added)) {
      // Untyped programs may pass undefined; `set` would send it as the text "undefined".
      if (value !== undefined && value !== null) headers.set(name, value);
    }
    return fetch(input, { ...init, headers });
  };
  return sendWith;
}
