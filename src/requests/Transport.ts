import type { Observable } from 'rxjs';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { runEndpoint } from '../endpoint/runEndpoint.ts';
import type { DeadlineQueue } from './DeadlineQueue.ts';
import { intercept } from './intercept.ts';
import type { Call } from './Call.ts';
import { retryWait } from './retryWait.ts';
import type { RequestOptions } from './RequestOptions.ts';
import { toObservable } from './toObservable.ts';

/** A wait that took this much longer than it was to take went through a sleep of the machine, ms. */
const SLEPT = 10_000;

/** One try of a request. */
export interface RequestTry {
  /** Which try this is, from 1. */
  readonly attempt: number;
  /** Aborts when the try is given up. */
  readonly signal: AbortSignal;
  /** Takes what the function of the endpoint gave, and gives it back. */
  gave(answer: unknown): unknown;
}

/** How the requests of a store are sent. The functions that wait give the function that cancels. */
export interface Transport {
  /** How long a try may take until its first answer where the endpoint does not say, ms. */
  readonly timeout: number;
  /** The answers to one try, which is sent when they are subscribed to. Whatever goes wrong is an error of the observable. */
  send(one: RequestTry, call: Call): Observable<unknown>;
  after(wait: number, run: () => void): () => void;
  /** Waits between two tries. */
  afterPause(wait: number, run: () => void): () => void;
  /** How long to wait before a read is tried again, ms; `undefined`: it is not. Never throws. */
  retryWait(
    endpoint: EndpointInterface,
    key: string,
    error: Error,
    attempt: number,
  ): number | undefined;
}

/** How requests are sent with these options: through interceptors, in limited time, and which failures are worth another try. */
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
        (...call) => toObservable(one.gave(runEndpoint(...call))),
      );
    },
    /** What waited through a sleep is spread once more: it would all run at the same moment. */
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
