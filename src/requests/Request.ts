import type { Subscription } from 'rxjs';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { labelOf } from '../endpoint/labelOf.ts';
import { runEndpoint } from '../endpoint/runEndpoint.ts';
import { asError } from '../shared/asError.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { contextOf, intercept } from './Interceptor.ts';
import type { InFlight } from './OverlapTracker.ts';
import type { Call, LiveRequest, ReadTarget, Requests, Sent } from './Requests.ts';
import { TimeoutError } from './TimeoutError.ts';
import { isLiveSource, toObservable } from './toObservable.ts';

/** A timer that fires this much too late, ms, has gone through a sleep of the machine. */
const SLEPT = 10_000;

/**
 * A request with one or more tries. Its promise always settles, and never causes an unhandled
 * rejection.
 */
export abstract class Request implements Call, LiveRequest, Sent {
  readonly promise: Promise<unknown>;
  resolve!: (value: unknown) => void;
  reject!: (reason: unknown) => void;
  readonly requests: Requests;
  readonly key: string;
  readonly endpoint: EndpointInterface;
  args: readonly unknown[];
  /** The key of a read. Mutations have none. */
  readonly target: ReadTarget | undefined;
  seq!: number;
  epoch!: number;
  fetchedAt!: number;
  attempt = 0;
  isSettled = false;
  /** The last try, for conflicts; `undefined` until it is sent. */
  inFlight: InFlight | undefined;
  /** True once the source is known to send a single response. */
  isSingleValue = false;
  #controller!: AbortController;
  #subscription: Subscription | undefined;
  /** Ends a try at its time limit, or the pause between two. */
  #onTime: (() => void) | undefined;
  /** Why the last try failed; set between two tries. */
  #failure: Error | undefined;
  #hasEnded = false;
  /** A response is being stored: that settles the promise. */
  #hasResponse = false;
  #isDetached = false;

  constructor(requests: Requests, { key, endpoint, args }: Call, target?: ReadTarget) {
    this.requests = requests;
    this.key = key;
    this.endpoint = endpoint;
    this.args = args;
    this.target = target;
    this.promise = new Promise((...callbacks) => ([this.resolve, this.reject] = callbacks));
    // A caller may ignore the promise: that must not cause an unhandled rejection.
    this.promise.catch(() => {});
    this.begin();
    requests.live.add(this);
  }

  /**
   * Stores a response; `isFirst`: the first one. Unless it throws, it settles the promise once
   * observers were notified.
   */
  protected abstract store(response: unknown, isFirst: boolean): void;

  /** Stores a failure; `isFirst` as for responses. */
  protected abstract fail(error: Error, isFirst: boolean): void;

  /** Called when no further response can arrive. */
  protected ended?(): void;

  /** How long to wait before the request is sent again, ms; `undefined`: the failure is final. */
  protected retryWait?(error: Error): number | undefined;

  /** Prepares the next try. */
  protected begin(): void {
    Object.assign(this, this.requests.sending());
    this.attempt++;
    this.#controller = new AbortController();
    this.#onTime = this.#failure = undefined;
  }

  /**
   * True for a live source after its first response: it keeps the data up to date until it ends.
   */
  get isOpen(): boolean {
    return this.isSettled && !this.isSingleValue;
  }

  /** True between two tries. */
  get isPausing(): boolean {
    return this.#failure !== undefined;
  }

  /** Detaches the request from its callers' signals: its response is wanted in the store. */
  detach(): this {
    this.#isDetached = true;
    return this;
  }

  /**
   * Returns the promise for one caller, who may abort with `signal`. Calls `release` when the
   * caller stops waiting. An abort also aborts the request, unless another caller or observer needs
   * its response.
   */
  join(signal: AbortSignal | null | undefined, release: () => void = () => {}): Promise<unknown> {
    this.promise.then(release, release);
    if (!signal) return this.detach().promise;
    const own = new Promise<unknown>((resolve, reject) => {
      const abort = (): void => {
        stop();
        if (this.isSettled) return;
        release();
        const reason = asError(signal.reason);
        const isWanted = this.#isDetached || this.target?.isHeld === true;
        if (!isWanted) this.abort(reason);
        reject(reason);
      };
      // Leaves no listener on the signal after it has settled.
      const stop = (): void => signal.removeEventListener('abort', abort);
      signal.addEventListener('abort', abort);
      this.promise.then(resolve, reject);
      this.promise.then(stop, stop);
    });
    own.catch(() => {});
    return own;
  }

  // --- tries

  /** Sends a try. Its outcome is handled after the promise `after` has settled. */
  protected send(after?: Promise<unknown>): void {
    const { key, endpoint, args, requests } = this;
    const { name, timeout = requests.options.timeout } = endpoint;
    this.target?.changed();
    requests.commits.announce({ type: 'fetch', key, name, args, at: this.fetchedAt });
    if (this.#hasEnded) return;
    if (timeout < Infinity) {
      this.#setTimer(timeout, () => {
        const error = new TimeoutError(endpoint, timeout);
        this.#subscription?.unsubscribe();
        this.#controller.abort(error);
        this.#fail(error);
      });
    }
    const inOrder = (run: () => void): void => (after ? void after.then(run, run) : run());
    this.#subscription = this.#source().subscribe({
      next: (response) => {
        this.#stopTimer();
        inOrder(() => this.#next(response));
      },
      error: (error: unknown) => inOrder(() => this.#fail(error)),
      complete: () => inOrder(() => this.#complete()),
    });
    if (this.#hasEnded) this.#subscription.unsubscribe();
  }

  /** The responses to a try, which is sent on subscription. */
  #source() {
    const { key, endpoint, args, attempt } = this;
    const { fetch, interceptors } = this.requests.options;
    const { signal } = this.#controller;
    const sideEffect = endpoint.sideEffect === true;
    const request = { key, endpoint, args, signal, attempt, fetch, sideEffect, headers: {} };
    return intercept(interceptors, request, (passed) => {
      const source = runEndpoint(passed.endpoint, passed.args, contextOf(passed));
      this.isSingleValue = !isLiveSource(source);
      return toObservable(source);
    });
  }

  /** Sends another try after a pause, if the failure allows it. Returns whether it is not final. */
  #retry(error: Error): boolean {
    const wait = this.retryWait?.(error);
    // The user's code may have aborted the request.
    if (this.#hasEnded) return true;
    if (wait === undefined) return false;
    this.#stopTimer();
    this.#failure = error;
    this.#pause(wait);
    return true;
  }

  /** After a sleep of the machine all pauses end at once, so these retries are spread again. */
  #pause(wait: number): void {
    const { requests } = this;
    const at = requests.now() + wait;
    this.#setTimer(wait, () => {
      if (requests.now() - at >= SLEPT) {
        return this.#pause(requests.options.random() * Math.min(wait, 1_000));
      }
      this.begin();
      this.target?.requestStarted(this);
      return this.send();
    });
  }

  /** Aborts the request if it is between two tries: no caller waits for the next one. */
  endRetries(): void {
    if (this.#failure) this.abort(this.#failure);
  }

  #setTimer(wait: number, run: () => void): void {
    this.#onTime = run;
    this.requests.deadlines.set(run, this.requests.now() + wait);
  }

  #stopTimer(): void {
    if (this.#onTime) this.requests.deadlines.set(this.#onTime, Infinity);
    this.#onTime = undefined;
  }

  // --- outcomes

  #next(response: unknown): void {
    if (this.#hasEnded) return;
    const isFirst = !this.isSettled;
    this.#settle();
    try {
      // One event of a live source failed; the source continues.
      if (!this.isSingleValue && response instanceof Error) throw response;
      // An observer may refetch when it is notified of this response. That aborts this request, but
      // its promise must still resolve.
      this.#hasResponse = true;
      this.store(response, isFirst);
      this.requests.committed(this);
    } catch (thrown) {
      this.#failed(asError(thrown), isFirst);
    }
    if (this.target?.follows(this) !== false) return;
    this.abort('no observer needs further responses');
  }

  #fail(thrown: unknown): void {
    if (this.#hasEnded) return;
    const error = asError(thrown);
    const isFirst = !this.isSettled;
    if (isFirst && this.#retry(error)) return;
    try {
      this.#settle();
      this.#failed(error, isFirst);
    } finally {
      this.#end();
    }
  }

  #failed(error: Error, isFirst: boolean): void {
    this.reject(error);
    this.fail(error, isFirst);
  }

  #complete(): void {
    if (this.isSettled) return this.#end();
    const what = `${labelOf(this.endpoint)}: the source completed without a response.`;
    this.#fail(new StreambedError('SB_ANSWER_EMPTY', what));
  }

  /**
   * Aborts the request: stores nothing more, aborts the network request, and rejects the promise if
   * it is pending. `why`: an error, or the reason in its message.
   */
  abort(why: Error | string): void {
    if (this.#hasEnded) return;
    const error =
      typeof why === 'string'
        ? new StreambedError('SB_ABORTED', `${labelOf(this.endpoint)}: ${why}.`)
        : why;
    this.#end();
    this.#settle();
    if (!this.#hasResponse) this.reject(error);
    this.#subscription?.unsubscribe();
    this.#controller.abort(error);
  }

  #settle(): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.#stopTimer();
    this.requests.responded(this);
    this.target?.requestSettled(this);
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#failure = undefined;
    this.target?.requestEnded(this);
    this.requests.live.delete(this);
    // Requests that observers send from now on do not overlap it.
    this.requests.responded(this);
    this.ended?.();
    this.requests.committed(this);
  }
}
