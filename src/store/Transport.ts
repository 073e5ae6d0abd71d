import type { Observable } from 'rxjs';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { runEndpoint } from '../endpoint/runEndpoint.ts';
import type { DeadlineQueue } from './DeadlineQueue.ts';
import { intercept } from './intercept.ts';
import type { LiveRequest } from './LiveRequest.ts';
import type { Call } from './Requests.ts';
import { retryWait } from './retryWait.ts';
import type { StoreOptions } from './StoreOptions.ts';
import { toObservable } from './toObservable.ts';

/** A wait that took this much longer than it was to take went through a sleep of the machine, ms. */
const SLEPT = 10_000;

/** How the requests of a store are sent: through its interceptors, in limited time, and which failures are worth another try. */
export class Transport {
  readonly #options: Required<StoreOptions>;
  readonly #deadlines: DeadlineQueue;

  constructor(options: Required<StoreOptions>, deadlines: DeadlineQueue) {
    this.#options = options;
    this.#deadlines = deadlines;
  }

  /** Sends a request. */
  run(request: LiveRequest, call: Call): void {
    const { timeout = this.#options.timeout } = call.endpoint;
    request.run({
      timeout,
      send: () => this.#send(request, call),
      after: (wait, run) => this.#after(wait, run),
      afterPause: (wait, run) => this.#afterPause(wait, run),
    });
  }

  #send(live: LiveRequest, { key, endpoint, args }: Call): Observable<unknown> {
    const { fetch, interceptors } = this.#options;
    const { signal, attempt } = live;
    const request = { key, signal, attempt, fetch };
    const run: typeof runEndpoint = (...call) => live.gave(runEndpoint(...call));
    if (interceptors.length === 0) return toObservable(run(endpoint, args, request));
    const sideEffect = endpoint.sideEffect === true;
    return intercept(interceptors, { ...request, endpoint, args, sideEffect, headers: {} }, run);
  }

  /** How long to wait before a read is tried again, ms; `undefined`: it is not. Never throws. */
  retryWait(endpoint: EndpointInterface, key: string, error: Error, attempt: number) {
    const { random, scheduler, onError } = this.#options;
    const { retry = this.#options.retry } = endpoint;
    if (retry === false) return undefined;
    try {
      return retryWait(retry, { error, attempt, random, now: scheduler.now() });
    } catch (thrown) {
      onError(thrown, { key });
      return undefined;
    }
  }

  #after(wait: number, run: () => void): () => void {
    return this.#deadlines.add(this.#options.scheduler.now() + wait, run);
  }

  /** What waited through a sleep is spread once more: it would all run at the same moment. */
  #afterPause(wait: number, run: () => void): () => void {
    const { scheduler, random } = this.#options;
    const at = scheduler.now() + wait;
    let cancel = this.#after(wait, () => {
      if (scheduler.now() - at < SLEPT) run();
      else cancel = this.#after(random() * Math.min(wait, 1_000), run);
    });
    return () => cancel();
  }
}
