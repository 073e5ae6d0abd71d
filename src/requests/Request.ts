import type { Subscription } from 'rxjs';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { labelOf } from '../endpoint/labelOf.ts';
import { asError } from '../shared/asError.ts';
import { SB_ANSWER_EMPTY } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { abortedError } from './abortedError.ts';
import { isLiveAnswer } from './isLiveAnswer.ts';
import type { Call } from './Call.ts';
import { TimeoutError } from './TimeoutError.ts';
import type { RequestTry, Transport } from './Transport.ts';

/** When a request was sent: the time, and its seq. */
export interface Sent {
  readonly seq: number;
  readonly epoch: number;
  /** ms since epoch. */
  readonly fetchedAt: number;
}

/** Receives the responses of a request. */
export interface RequestHandler {
  /**
   * Stores a response; returns what the promise resolves with. Called once per response, the first
   * time with `isFirst`.
   */
  answer(response: unknown, isFirst: boolean): unknown;
  /** Stores a failure; `isFirst` as for responses. */
  fail(error: Error, isFirst: boolean): void;
  /** Called after each response: whether further ones are wanted. */
  isFollowed(): boolean;
  /** Called once: when the request has its first response, has failed or was aborted. */
  settled(): void;
  /** Called when no further response can arrive. */
  ended(): void;
  /** Whether the key of the request is observed, or about to be. Default: false. */
  isHeld?(): boolean;
  /**
   * Sends the request again after a pause. Returns a function that cancels the pause, or
   * `undefined` if the failure is final. Default: it is final.
   */
  retry?(error: Error): (() => void) | undefined;
}

/**
 * A request with one or more tries. Its promise always settles, and never causes an unhandled
 * rejection.
 */
export class Request implements RequestTry {
  readonly promise: Promise<unknown>;
  readonly key: string;
  /** Error messages name it. */
  readonly endpoint: EndpointInterface;
  /** The seq at which the last try was sent. */
  seq!: number;
  epoch!: number;
  /** When the last try was sent, ms since epoch. */
  fetchedAt!: number;
  /** The number of the current try, from 1. */
  attempt = 0;
  isSettled = false;
  /** True once the source is known to send a single response. */
  isSingleValue = false;
  readonly #handler: RequestHandler;
  #controller!: AbortController;
  #subscription: Subscription | undefined;
  /** Cancels the time limit of a try, or the pause between two. */
  #cancelTimer: (() => void) | undefined;
  /** Why the last try failed; set between two tries. */
  #failure: Error | undefined;
  #resolve!: (value: unknown) => void;
  #reject!: (error: Error) => void;
  #hasEnded = false;
  #isDelivering = false;
  #isDetached = false;

  constructor(
    { key, endpoint }: Pick<Call, 'key' | 'endpoint'>,
    sent: Sent,
    handler: RequestHandler,
  ) {
    this.key = key;
    this.endpoint = endpoint;
    this.begin(sent);
    this.#handler = handler;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A caller may ignore the promise: that must not cause an unhandled rejection.
    this.promise.catch(() => {});
  }

  /** Prepares the next try. */
  begin({ seq, epoch, fetchedAt }: Sent): void {
    this.seq = seq;
    this.epoch = epoch;
    this.fetchedAt = fetchedAt;
    this.attempt++;
    this.#controller = new AbortController();
    this.#cancelTimer = this.#failure = undefined;
  }

  /** Aborts when the store aborts the current try. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Takes the return value of the endpoint's function, and returns it. */
  setSource(answer: unknown): unknown {
    this.isSingleValue = !isLiveAnswer(answer);
    return answer;
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

  // --- callers

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
        const isWanted = this.#isDetached || this.#handler.isHeld?.() === true;
        if (!isWanted) this.giveUp(reason);
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

  /** Sends a try. Its outcome is handled after `after` has settled. */
  run(transport: Transport, call: Call, after?: Request): void {
    if (this.#hasEnded) return;
    const { timeout = transport.timeout } = call.endpoint;
    if (timeout < Infinity) {
      this.#cancelTimer = transport.after(timeout, () => this.#timedOut(timeout));
    }
    const previous = after?.promise.catch(() => {});
    const inOrder = (run: () => void): void => {
      if (!previous) run();
      else void previous.then(run);
    };
    this.#subscription = transport.send(this, call).subscribe({
      next: (response) => {
        if (previous && !this.isSettled) this.#stopTimer();
        inOrder(() => this.#next(response));
      },
      error: (error: unknown) => inOrder(() => this.#fail(error)),
      complete: () => inOrder(() => this.#complete()),
    });
    if (this.#hasEnded) this.#subscription.unsubscribe();
  }

  #timedOut(timeout: number): void {
    const error = new TimeoutError(this.endpoint, timeout);
    this.#subscription?.unsubscribe();
    this.#controller.abort(error);
    this.#fail(error);
  }

  /**
   * Schedules another try after a pause, if the failure allows it. Returns false if the failure is
   * final.
   */
  #scheduleRetry(error: Error): boolean {
    const cancel = this.#handler.retry?.(error);
    // `retry()` may have aborted the request.
    if (this.#hasEnded) return true;
    if (!cancel) return false;
    this.#stopTimer();
    this.#failure = error;
    this.#cancelTimer = cancel;
    return true;
  }

  /** Aborts the request if it is between two tries: no caller waits for the next one. */
  endRetries(): void {
    if (this.#failure) this.giveUp(this.#failure);
  }

  #next(response: unknown): void {
    if (this.#hasEnded) return;
    const isFirst = !this.isSettled;
    try {
      if (isFirst) this.#settle();
      // One event of a live source failed; the source continues.
      if (!this.isSingleValue && response instanceof Error) throw response;
      // An observer may refetch when it is notified of this response. That aborts this request, but
      // its promise must still resolve.
      this.#isDelivering = isFirst;
      this.#resolve(this.#handler.answer(response, isFirst));
    } catch (thrown) {
      const error = asError(thrown);
      this.#reject(error);
      this.#handler.fail(error, isFirst);
    }
    this.#isDelivering = false;
    if (this.#handler.isFollowed()) return;
    this.giveUp(abortedError(this.endpoint, 'no observer needs further responses'));
  }

  #fail(thrown: unknown): void {
    if (this.#hasEnded) return;
    const error = asError(thrown);
    const isFirst = !this.isSettled;
    if (isFirst && this.#scheduleRetry(error)) return;
    this.#settle();
    try {
      // As with a response: an observer may refetch when it is notified of the failure.
      this.#isDelivering = isFirst;
      this.#handler.fail(error, isFirst);
    } finally {
      this.#isDelivering = false;
      this.#reject(error);
      this.#end();
    }
  }

  #complete(): void {
    if (this.#hasEnded) return;
    if (!this.isSettled) {
      const what = `${labelOf(this.endpoint)}: the source completed without a response.`;
      this.#fail(new StreambedError(SB_ANSWER_EMPTY, what));
    } else {
      this.#end();
    }
  }

  /**
   * Aborts the request: stores nothing more, aborts the network request, and rejects the promise if
   * it is pending.
   */
  giveUp(error: Error): void {
    if (this.#hasEnded) return;
    this.#end();
    this.#settle();
    if (!this.#isDelivering) this.#reject(error);
    this.#subscription?.unsubscribe();
    this.#controller.abort(error);
  }

  #settle(): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.#stopTimer();
    this.#handler.settled();
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#failure = undefined;
    this.#handler.ended();
  }
}
