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

/** When and in which place of the store's order a request was sent. */
export interface Sent {
  readonly seq: number;
  readonly epoch: number;
  /** ms since epoch. */
  readonly fetchedAt: number;
}

/** What becomes of the answers of a request. */
export interface RequestHandler {
  /** Stores an answer; gives what the promise resolves with. Called once per answer, the first time with `isFirst`. */
  answer(response: unknown, isFirst: boolean): unknown;
  /** Stores a failure; `isFirst` as for answers. */
  fail(error: Error, isFirst: boolean): void;
  /** Asked after each answer: whether further ones are wanted. */
  isFollowed(): boolean;
  /** Called once, when the request has an answer, has failed or was given up. */
  settled(): void;
  /** Called when nothing more can come. */
  ended(): void;
  /** Whether anybody holds what the answer is for. Default: nobody does. */
  isHeld?(): boolean;
  /** Has it sent again after a pause; gives the function that cancels, or `undefined` if it has failed for good. Default: it has. */
  retry?(error: Error): (() => void) | undefined;
}

/** A request under way, in one or more tries. Its promise always settles, and is never an unhandled rejection. */
export class LiveRequest implements RequestTry {
  readonly promise: Promise<unknown>;
  readonly key: string;
  /** Named in messages. */
  readonly endpoint: EndpointInterface;
  /** Place in the store's order at which its last try was sent. */
  seq!: number;
  epoch!: number;
  /** When its last try was sent, ms since epoch. */
  fetchedAt!: number;
  /** Which try this is, from 1. */
  attempt = 0;
  isSettled = false;
  /** True once it is known that one answer is all that comes. */
  givesOne = false;
  readonly #handler: RequestHandler;
  #controller!: AbortController;
  #subscription: Subscription | undefined;
  /** Of the limit of a try, or of the pause between two. */
  #cancelTimer: (() => void) | undefined;
  /** Between two tries: why the last one failed. */
  #failure: Error | undefined;
  #resolve!: (value: unknown) => void;
  #reject!: (error: Error) => void;
  #isOver = false;
  #isAnswering = false;
  #isKept = false;

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
    // Callers that do not look at the promise are no reason for an unhandled rejection.
    this.promise.catch(() => {});
  }

  /** Another try is about to be sent. */
  begin({ seq, epoch, fetchedAt }: Sent): void {
    this.seq = seq;
    this.epoch = epoch;
    this.fetchedAt = fetchedAt;
    this.attempt++;
    this.#controller = new AbortController();
    this.#cancelTimer = this.#failure = undefined;
  }

  /** Aborts when the try is given up. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What the function of the endpoint gave. */
  gave(answer: unknown): unknown {
    this.givesOne = !isLiveAnswer(answer);
    return answer;
  }

  /** Whether it is a live source past its first event: until it ends, it keeps the data up to date. */
  get isOpen(): boolean {
    return this.isSettled && !this.givesOne;
  }

  /** True between two tries. */
  get isPausing(): boolean {
    return this.#failure !== undefined;
  }

  // --- who waits

  /** Lets it run on, whoever aborts: somebody wants the answer in the store. */
  keep(): this {
    this.#isKept = true;
    return this;
  }

  /**
   * The promise for one caller, who may abort by his signal; `release` is called when he no longer waits. The last one takes the request
   * with him, unless somebody else wants the answer.
   */
  join(signal: AbortSignal | null | undefined, release: () => void = () => {}): Promise<unknown> {
    this.promise.then(release, release);
    if (!signal) return this.keep().promise;
    const own = new Promise<unknown>((resolve, reject) => {
      const abort = (): void => {
        stop();
        if (this.isSettled) return;
        release();
        const reason = asError(signal.reason);
        const isWanted = this.#isKept || this.#handler.isHeld?.() === true;
        if (!isWanted) this.giveUp(reason);
        reject(reason);
      };
      // Nothing stays on the signal once it has settled.
      const stop = (): void => signal.removeEventListener('abort', abort);
      signal.addEventListener('abort', abort);
      this.promise.then(resolve, reject);
      this.promise.then(stop, stop);
    });
    own.catch(() => {});
    return own;
  }

  // --- tries

  /** Sends a try of it. What comes of it waits until `after` is settled. */
  run(transport: Transport, call: Call, after?: LiveRequest): void {
    if (this.#isOver) return;
    const { timeout = transport.timeout } = call.endpoint;
    if (timeout < Infinity) {
      this.#cancelTimer = transport.after(timeout, () => this.#timedOut(timeout));
    }
    const turn = after?.promise.catch(() => {});
    const inTurn = (run: () => void): void => {
      if (!turn) run();
      else void turn.then(run);
    };
    this.#subscription = transport.send(this, call).subscribe({
      next: (response) => {
        if (turn && !this.isSettled) this.#stopTimer();
        inTurn(() => this.#next(response));
      },
      error: (error: unknown) => inTurn(() => this.#fail(error)),
      complete: () => inTurn(() => this.#complete()),
    });
    if (this.#isOver) this.#subscription.unsubscribe();
  }

  #timedOut(timeout: number): void {
    const error = new TimeoutError(this.endpoint, timeout);
    this.#subscription?.unsubscribe();
    this.#controller.abort(error);
    this.#fail(error);
  }

  /** Sends it once more after a pause, if it is to be. False: it has failed. */
  #tryAgain(error: Error): boolean {
    const cancel = this.#handler.retry?.(error);
    // Being asked may have given it up.
    if (this.#isOver) return true;
    if (!cancel) return false;
    this.#stopTimer();
    this.#failure = error;
    this.#cancelTimer = cancel;
    return true;
  }

  /** Ends it if it is between two tries: nobody waits for the next one. */
  endRetries(): void {
    if (this.#failure) this.giveUp(this.#failure);
  }

  #next(response: unknown): void {
    if (this.#isOver) return;
    const isFirst = !this.isSettled;
    try {
      if (isFirst) this.#settle();
      // One event of a live source has failed; the source goes on.
      if (!this.givesOne && response instanceof Error) throw response;
      // Telling of the answer may have it asked for again: that takes the place of this request, not its answer.
      this.#isAnswering = isFirst;
      this.#resolve(this.#handler.answer(response, isFirst));
    } catch (thrown) {
      const error = asError(thrown);
      this.#reject(error);
      this.#handler.fail(error, isFirst);
    }
    this.#isAnswering = false;
    if (this.#handler.isFollowed()) return;
    this.giveUp(abortedError(this.endpoint, 'nobody waited for further answers'));
  }

  #fail(thrown: unknown): void {
    if (this.#isOver) return;
    const error = asError(thrown);
    const isFirst = !this.isSettled;
    if (isFirst && this.#tryAgain(error)) return;
    this.#settle();
    try {
      // As with an answer: telling of it may have it asked for again.
      this.#isAnswering = isFirst;
      this.#handler.fail(error, isFirst);
    } finally {
      this.#isAnswering = false;
      this.#reject(error);
      this.#end();
    }
  }

  #complete(): void {
    if (this.#isOver) return;
    if (!this.isSettled) {
      const what = `${labelOf(this.endpoint)}: the source ended without a value.`;
      this.#fail(new StreambedError(SB_ANSWER_EMPTY, what));
    } else {
      this.#end();
    }
  }

  /** Gives it up: nothing of it is stored any more, the network request is aborted, the promise rejects if it is pending. */
  giveUp(error: Error): void {
    if (this.#isOver) return;
    this.#end();
    this.#settle();
    if (!this.#isAnswering) this.#reject(error);
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
    if (this.#isOver) return;
    this.#isOver = true;
    this.#failure = undefined;
    this.#handler.ended();
  }
}
