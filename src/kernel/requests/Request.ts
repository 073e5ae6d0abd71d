import { Observable, type Subscription } from 'rxjs';
import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import type { ListRow } from '../../data/schema/collection/PageNotes.ts';
import { labelOf } from '../../data/endpoint/labelOf.ts';
import { runEndpoint } from './runEndpoint.ts';
import { asError } from '../../shared/asError.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { intercepted } from './Interceptor.ts';
import type { InFlight } from './InFlight.ts';
import type { RequestPhase } from './RequestPhase.ts';
import type { Call, LiveRequest, Requests, Sent } from './Requests.ts';
import { TimeoutError } from './TimeoutError.ts';
import { isLiveSource, toObservable } from './toObservable.ts';
import { untilAborted } from './untilAborted.ts';

/**
 * A timer that is later than this, ms, shows that the page was busy or frozen. A response that arrived
 * meanwhile is handled after the timer: it gets as much time once more.
 */
const LATE = 1_000;

/**
 * A request with one or more tries. Its promise always settles, and never causes an unhandled
 * rejection.
 */
export abstract class Request implements Call, LiveRequest, Sent {
  readonly promise: Promise<unknown>;
  resolve!: (value: unknown) => void;
  reject!: (reason: unknown) => void;
  readonly requests: Requests;
  /** What it is sent for: the stream of a read, the call of a mutation. */
  readonly owner: Call;
  readonly key: string;
  readonly endpoint: EndpointInterface;
  args: readonly unknown[];
  seq!: number;
  epoch!: number;
  fetchedAt!: number;
  attempt: number;
  phase!: RequestPhase;
  inFlight: InFlight | undefined;
  /** True once the source is known to send a single response. */
  isSingleValue: boolean;
  private controller!: AbortController;
  /** The source of the try, unless that is a promise. */
  private subscription: Subscription | undefined;
  /** Ends a try at its time limit, or the pause between two. */
  private onTime: (() => void) | undefined;
  /** Why the last try failed, while the request is pausing. */
  failure!: Error;
  private isDetached: boolean;
  /** Rows of the response that may lack a change which was later than the request. */
  doubtful: readonly ListRow[] | undefined;

  constructor(requests: Requests, owner: Call) {
    this.requests = requests;
    this.owner = owner;
    this.key = owner.key;
    this.endpoint = owner.endpoint;
    this.args = owner.args;
    this.promise = new Promise((...callbacks) => ([this.resolve, this.reject] = callbacks));
    // A caller may ignore the promise: that must not cause an unhandled rejection.
    this.promise.catch(() => {});
    this.attempt = 0;
    this.isSingleValue = this.isDetached = false;
    this.subscription = this.doubtful = undefined;
    this.begin();
    requests.live.add(this);
    if (DEVELOPMENT) requests.commits.watcher?.begins(this);
  }

  /**
   * Stores a response; `isFirst`: the first one. Unless it throws, it settles the promise once
   * observers were notified.
   */
  protected abstract store(response: unknown, isFirst: boolean): void;

  /** Stores a failure; `isFirst` as for responses. */
  protected abstract fail(error: Error, isFirst: boolean): void;

  /** Called once: when the request has its first response, or has failed. */
  protected settled?(): void;

  /** Called when no further response can arrive. `wasOpen`, `wasSettled`: as before that. */
  protected ended?(wasOpen: boolean, wasSettled: boolean): void;

  /** Whether further responses are wanted. Default: yes. */
  protected follows?(): boolean;

  /** Sends another try after a pause, if the failure allows it. Returns whether it is not final. */
  protected retry?(error: Error): boolean;

  /** Prepares the next try. */
  begin(): void {
    const { commits, options } = this.requests;
    this.seq = this.requests.nextSeq();
    this.epoch = commits.epoch;
    this.fetchedAt = options.scheduler.now();
    this.attempt++;
    this.phase = 'waiting';
    this.controller = new AbortController();
    this.onTime = this.inFlight = undefined;
    if (DEVELOPMENT) commits.watcher?.changes(this);
  }

  /** Whether it has a response, has failed or was aborted. */
  get isSettled(): boolean {
    return this.phase === 'settled' || this.phase === 'ended';
  }

  /**
   * True for a live source after its first response: it keeps the data up to date until it ends.
   */
  get isOpen(): boolean {
    return this.phase === 'settled' && !this.isSingleValue;
  }

  /** Detaches the request from its callers' signals: its response is wanted in the store. */
  detach(): this {
    this.isDetached = true;
    return this;
  }

  /**
   * Returns the promise for one caller, who may abort with `signal`. Calls `release` when the
   * caller stops waiting. An abort also aborts the request, unless another caller or observer needs
   * its response.
   */
  join(signal: AbortSignal | null | undefined, release: () => void = () => {}): Promise<unknown> {
    this.promise.then(release, release);
    return signal ? untilAborted(this, signal, release) : this.detach().promise;
  }

  /** Called when a caller with a signal stops waiting. */
  left(reason: Error): void {
    if (!this.isDetached) this.abort(reason);
  }

  // --- tries

  /** Sends a try. Its outcome is handled after the promise `after` has settled. */
  send(after?: Promise<unknown>): void {
    if (this.phase !== 'waiting') return;
    this.phase = 'sent';
    const { args, controller, endpoint, key, requests } = this;
    const { name, timeout = requests.options.timeout } = endpoint;
    const { signal } = controller;
    requests.commits.announce({ type: 'fetch', key, name, args, at: this.fetchedAt });
    // Those who were told of it may have aborted it.
    if (signal.aborted) return;
    if (timeout < Infinity) this.limit(timeout);
    const { fetch, interceptors } = requests.options;
    const { attempt } = this;
    if (interceptors.length > 0) {
      const started = (source: unknown): void => void (this.isSingleValue = !isLiveSource(source));
      const request = { key, endpoint, args, signal, attempt, fetch };
      return this.follow(intercepted(interceptors, request, started), after);
    }
    let source: unknown;
    try {
      source = runEndpoint(endpoint, args, { signal, key, attempt, fetch, headers: {} });
    } catch (error) {
      return this.follow(new Observable((subscriber) => subscriber.error(error)), after);
    }
    this.isSingleValue = !isLiveSource(source);
    if (after || !this.isSingleValue || !(source instanceof Promise)) {
      this.follow(toObservable(source), after);
      return;
    }
    // The signal is aborted if the try has ended before: by its time limit.
    const responded = (response: unknown): void => {
      if (DEVELOPMENT && requests.commits.travel?.holds(this, () => responded(response))) return;
      if (signal.aborted) return;
      this.next(response);
      this.end();
    };
    const failed = (error: unknown): void => {
      if (DEVELOPMENT && requests.commits.travel?.holds(this, () => failed(error))) return;
      if (!signal.aborted) this.fails(error);
    };
    source.then(responded, failed);
  }

  /** Subscribes to the responses to a try. Each is handled after the promise `after`. */
  protected follow(source: Observable<unknown>, after: Promise<unknown> | undefined): void {
    const inOrder = (run: () => void): void => {
      if (DEVELOPMENT && this.requests.commits.travel?.holds(this, () => inOrder(run))) return;
      // What waits for its turn has arrived in time.
      this.stopTimer();
      if (after) void after.then(run, run);
      else run();
    };
    this.subscription = source.subscribe({
      next: (response) => inOrder(() => this.next(response)),
      error: (error: unknown) => inOrder(() => this.fails(error)),
      complete: () => inOrder(() => this.complete()),
    });
    if (this.phase === 'ended') this.subscription.unsubscribe();
  }

  /** Ends the try after a time limit. `isLate`: that is over, but the page was busy. */
  private limit(timeout: number, isLate = false): void {
    const { requests } = this;
    const wait = isLate ? LATE : timeout;
    const lateAt = requests.now() + wait + LATE;
    this.setTimer(wait, () => {
      // The time that devtools show stands still.
      if (DEVELOPMENT && requests.commits.travel) return this.limit(timeout);
      if (!isLate && requests.now() > lateAt) return this.limit(timeout, true);
      const error = new TimeoutError(this.endpoint, timeout);
      this.subscription?.unsubscribe();
      this.controller.abort(error);
      this.fails(error);
    });
  }

  /** Aborts the request if it is between two tries: no caller waits for the next one. */
  endRetries(): void {
    if (this.phase === 'pausing') this.abort(this.failure);
  }

  protected setTimer(wait: number, run: () => void): void {
    this.onTime = run;
    this.requests.deadlines.set(run, this.requests.now() + wait);
  }

  stopTimer(): void {
    if (this.onTime) this.requests.deadlines.set(this.onTime, Infinity);
    this.onTime = undefined;
  }

  // --- outcomes

  next(response: unknown): void {
    this.requests.applyWaiting();
    if (this.phase === 'ended') return;
    const isFirst = !this.isSettled;
    if (isFirst) this.settle();
    try {
      // One event of a live source failed; the source continues.
      if (!this.isSingleValue && response instanceof Error) throw response;
      this.store(response, isFirst);
    } catch (thrown) {
      this.failed(asError(thrown), isFirst);
    }
    if (this.follows?.() !== false) return;
    this.abort('no observer needs further responses');
  }

  private fails(thrown: unknown): void {
    if (this.phase === 'ended') return;
    const error = asError(thrown);
    const isFirst = !this.isSettled;
    if (isFirst && this.retry?.(error)) return;
    try {
      if (isFirst) this.settle();
      this.failed(error, isFirst);
    } finally {
      this.end();
    }
  }

  protected failed(error: Error, isFirst: boolean): void {
    this.reject(error);
    this.fail(error, isFirst);
  }

  private complete(): void {
    if (this.isSettled) return this.end();
    const what = `${labelOf(this.endpoint)}: the source completed without a response.`;
    this.fails(new StreambedError('SB_ANSWER_EMPTY', what));
  }

  /**
   * Aborts the request: stores nothing more, aborts the network request, and rejects the promise if
   * no response has arrived: one that is being stored settles it. `why`: an error, or the reason in its message.
   */
  abort(why: Error | string): void {
    const { isSettled, phase } = this;
    if (phase === 'ended') return;
    const error =
      typeof why === 'string'
        ? new StreambedError('SB_ABORTED', `${labelOf(this.endpoint)}: ${why}.`)
        : why;
    this.end();
    this.stopTimer();
    if (!isSettled) this.reject(error);
    this.subscription?.unsubscribe();
    this.controller.abort(error);
  }

  private settle(): void {
    this.phase = 'settled';
    if (this.onTime) this.stopTimer();
    if (this.inFlight) this.requests.responded(this);
    this.settled?.();
    if (DEVELOPMENT) this.requests.commits.watcher?.changes(this);
  }

  end(): void {
    if (this.phase === 'ended') return;
    const { isOpen, isSettled } = this;
    this.phase = 'ended';
    this.requests.live.delete(this);
    // Requests that observers send from now on do not overlap it.
    if (this.inFlight) this.requests.responded(this);
    this.ended?.(isOpen, isSettled);
    if (this.inFlight) this.requests.committed(this);
    if (this.doubtful) this.requests.expireRead(this.key, this.seq + 1, this.doubtful);
    if (DEVELOPMENT) this.requests.commits.watcher?.changes(this);
  }
}
