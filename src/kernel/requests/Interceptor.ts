import { Observable } from 'rxjs';
import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import type { RequestContext } from '../../data/endpoint/RequestContext.ts';
import { runEndpoint } from './runEndpoint.ts';
import { headerRecord, headersFor } from '../../shared/web/headersFor.ts';
import { type AnyObservable, toObservable } from './toObservable.ts';

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
   * Headers to add to those of the endpoint; they win over headers of the same name. RestEndpoint
   * and GQLEndpoint send them; other endpoints if they use `fetch` or `headers` of their context.
   * Initially empty.
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
) => AnyObservable<unknown> | PromiseLike<unknown> | AsyncIterable<unknown>;

/**
 * The responses to a try, which is sent through the interceptors on subscription. `started` gets
 * what the endpoint's function returned.
 */
export function intercepted(
  interceptors: readonly Interceptor[],
  request: Omit<InterceptedRequest, 'headers' | 'sideEffect'>,
  started: (source: unknown) => void,
): Observable<unknown> {
  const sideEffect = request.endpoint.sideEffect === true;
  return intercept(interceptors, { ...request, sideEffect, headers: {} }, (passed) => {
    const source = runEndpoint(passed.endpoint, passed.args, contextOf(passed));
    started(source);
    return toObservable(source);
  });
}

/**
 * Sends a request through interceptors, the first being the outermost. `send` sends what the last
 * one passes on. What interceptors or `send` throw becomes an error of the observable.
 */
function intercept(
  [interceptor, ...inner]: readonly Interceptor[],
  request: InterceptedRequest,
  send: (request: InterceptedRequest) => Observable<unknown>,
): Observable<unknown> {
  return new Observable((subscriber) => {
    if (!interceptor) return send(request).subscribe(subscriber);
    const passOn = (passed: InterceptedRequest) => intercept(inner, passed, send);
    // Async interceptors return a promise of what `next` returned: an observable.
    return toObservable(interceptor(request, passOn), toObservable).subscribe(subscriber);
  });
}

/** The context of a request, with a `fetch` that adds the headers of interceptors. */
function contextOf(request: InterceptedRequest): RequestContext {
  const { attempt, fetch, key, signal } = request;
  const headers = headerRecord(request.headers);
  const sent = Object.keys(headers).length > 0 ? withHeaders(fetch, headers) : fetch;
  return { signal, key, attempt, fetch: sent, headers };
}

function withHeaders(
  fetch: InterceptedRequest['fetch'],
  added: InterceptedRequest['headers'],
): InterceptedRequest['fetch'] {
  return (input, init) => {
    const own = init?.headers ?? (input instanceof Request ? input.headers : undefined);
    return fetch(input, { ...init, headers: headersFor(init?.body, own, added) });
  };
}
