import { Observable } from 'rxjs';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import type { RequestContext } from '../endpoint/RequestContext.ts';
import { runEndpoint } from '../endpoint/runEndpoint.ts';
import type { DeadlineQueue } from './DeadlineQueue.ts';
import type { InterceptedRequest, Interceptor } from './Interceptor.ts';
import type { Call } from './Call.ts';
import { retryWait } from './retryWait.ts';
import type { RequestOptions } from './RequestOptions.ts';
import { toObservable } from './toObservable.ts';

/** A timer that fires this much too late, ms, has gone through a sleep of the machine. */
const SLEPT = 10_000;

/** One try of a request. */
export interface RequestTry {
  /** The number of this try, from 1. */
  readonly attempt: number;
  /** Aborts when the store aborts the try. */
  readonly signal: AbortSignal;
  /** Takes the return value of the endpoint's function, and returns it. */
  setSource(answer: unknown): unknown;
}

/** How a store sends requests. Functions that set a timer return a function that cancels it. */
export interface Transport {
  /** How long a try may take until its first response, unless the endpoint sets it, ms. */
  readonly timeout: number;
  /**
   * The responses to one try, which is sent on subscription. All failures are errors of the
   * observable.
   */
  send(one: RequestTry, call: Call): Observable<unknown>;
  after(wait: number, run: () => void): () => void;
  /** Runs `run` after the pause between two tries. */
  afterPause(wait: number, run: () => void): () => void;
  /**
   * How long to wait before a read is retried, ms; `undefined`: it is not retried. Never throws.
   */
  retryWait(
    endpoint: EndpointInterface,
    key: string,
    error: Error,
    attempt: number,
  ): number | undefined;
}

/**
 * Creates a transport: sends requests through interceptors, limits their time, and decides which
 * failures are retried.
 */
export function transportOf(
  options: Required<RequestOptions>,
  deadlines: DeadlineQueue,
): Transport {
  const { fetch, interceptors, random, retry: retryByDefault, scheduler, timeout } = options;
  const after: Transport['after'] = (wait, run) => deadlines.add(scheduler.now() + wait, run);
  return {
    timeout,
    after,
    send(one, { key, endpoint, args }) {
      const { signal, attempt } = one;
      const sideEffect = endpoint.sideEffect === true;
      return intercept(
        interceptors,
        { key, endpoint, args, signal, attempt, fetch, sideEffect, headers: {} },
        (...call) => toObservable(one.setSource(runEndpoint(...call))),
      );
    },
    /** After a sleep of the machine all pauses end at once, so these retries are spread again. */
    afterPause(wait, run) {
      const at = scheduler.now() + wait;
      let cancel = after(wait, () => {
        if (scheduler.now() - at < SLEPT) run();
        else cancel = after(random() * Math.min(wait, 1_000), run);
      });
      return () => cancel();
    },
    retryWait({ retry = retryByDefault }, key, error, attempt) {
      if (retry === false) return undefined;
      try {
        return retryWait(retry, { error, attempt, random, now: scheduler.now() });
      } catch (thrown) {
        options.onError(thrown, { key });
        return undefined;
      }
    },
  };
}

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
function intercept(
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
