import type { Subscription } from 'rxjs';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { labelOf } from '../endpoint/labelOf.ts';
import type { EndpointView } from '../views/EndpointView.ts';
import { asError } from '../shared/asError.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { abortedError } from './abortedError.ts';
import type { Call } from './Call.ts';
import type { InFlight } from './OverlapTracker.ts';
import { TimeoutError } from './TimeoutError.ts';
import { isLiveAnswer } from './toObservable.ts';
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
   * Stores a response. Called once per response, the first time with `isFirst`. Unless it throws, it
   * settles the promise once observers were notified.
   */
  answer(response: unknown, isFirst: boolean): void;
  /** Stores a failure; `isFirst` as for responses. */
  fail(error: Error, isFirst: boolean): void;
  /** Called when no further response can arrive. */
  ended(): void;
  /**
   * Sends the request again after a pause. Returns a function that cancels the pause, or
   * `undefined` if the failure is final. Default: it is final.
   */
  retry?(error: Error): (() => void) | undefined;
}

/** The key of a read: keeps the result and notifies its observers of the request. */
export interface ReadTarget extends Call {
  /** Whether the key is observed, or about to be. */
  readonly isHeld: boolean;
  /** Whether the state of the key has data. */
  readonly hasData: boolean;
  /** The data that can be shown now, whatever its status. */
  view(): EndpointView;
  /** Called when a try of a read starts. */
  requestStarted(request: Request): void;
  /** Called once: when the request has its first response, has failed or was aborted. */
  requestSettled(request: Request): void;
  /** Called when no further response of a request can arrive. */
  requestEnded(request: Request): void;
  /** Whether further responses of a request are wanted. */
  follows(request: Request): boolean;
  /** Recomputes the state and notifies observers. */
  changed(): void;
}

/**
 * A request with one or more tries. Its promise always settles, and never causes an unhandled
 * rejection.
 */
export class Request implements RequestTry {
  readonly promise: Promise<unknown>;
  resolve!: (value: unknown) => void;
  reject!: (reason: unknown) => void;
  readonly key: string;
  /** Error messages name it. */
  readonly endpoint: EndpointInterface;
  /** The key of a read. Mutations have none. */
  readonly target: ReadTarget | undefined;
  /** The seq at which the last try was sent. */
  seq!: number;
  epoch!: number;
  /** When the last try was sent, ms since epoch. */
  fetchedAt!: number;
  /** The number of the current try, from 1. */
  attempt = 0;
  isSettled = false;
  /** The last try, for conflicts; `undefined` until it is sent. */
  inFlight: InFlight | undefined;
  /** True once the source is known to send a single response. */
  isSingleValue = false;
  readonly #handler: RequestHandler;
  #controller!: AbortController;
  #subscription: Subscription | undefined;
  /** Cancels the time limit of a try, or the pause between two. */
  #cancelTimer: (() => void) | undefined;
  /** Why the last try failed; set between two tries. */
  #failure: Error | undefined;
  #hasEnded = false;
  /** The response or failure is being stored: that settles the promise. */
  #hasResponse = false;
  #isDetached = false;

  constructor({ key, endpoint }: Call, sent: Sent, handler: RequestHandler, target?: ReadTarget) {
    this.key = key;
    this.endpoint = endpoint;
    this.begin(sent);
    this.#handler = handler;
    this.target = target;
    this.promise = new Promise((...callbacks) => ([this.resolve, this.reject] = callbacks));
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

  /** Sends a try. Its outcome is handled after `after` has settled. */
  run(transport: Transport, call: Call, after?: Request): void {
    if (this.#hasEnded) return;
    const { timeout = transport.timeout } = call.endpoint;
    if (timeout < Infinity) {
      this.#cancelTimer = transport.after(timeout, () => {
        const error = new TimeoutError(this.endpoint, timeout);
        this.#subscription?.unsubscribe();
        this.#controller.abort(error);
        this.#fail(error);
      });
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
      this.#hasResponse = true;
      this.#handler.answer(response, isFirst);
    } catch (thrown) {
      const error = asError(thrown);
      this.reject(error);
      this.#handler.fail(error, isFirst);
    }
    if (this.target?.follows(this) !== false) return;
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
      this.#hasResponse = true;
      this.#handler.fail(error, isFirst);
    } finally {
      this.reject(error);
      this.#end();
    }
  }

  #complete(): void {
    if (this.isSettled) return this.#end();
    const what = `${labelOf(this.endpoint)}: the source completed without a response.`;
    this.#fail(new StreambedError('SB_ANSWER_EMPTY', what));
  }

  /**
   * Aborts the request: stores nothing more, aborts the network request, and rejects the promise if
   * it is pending.
   */
  giveUp(error: Error): void {
    if (this.#hasEnded) return;
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
    this.target?.requestSettled(this);
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#failure = undefined;
    this.target?.requestEnded(this);
    this.#handler.ended();
  }
}
