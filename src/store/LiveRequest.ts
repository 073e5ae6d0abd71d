import type { Observable, Subscription } from 'rxjs';
import { asError } from '../shared/asError.ts';
import { SB_ANSWER_EMPTY } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { abortable } from './abortable.ts';
import { abortedError } from './abortedError.ts';
import { isLiveAnswer } from './isLiveAnswer.ts';
import { TimeoutError } from './TimeoutError.ts';

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
  /** Further tries. Default: none. */
  readonly retries?: Retries;
}

/** What becomes of tries that fail. */
export interface Retries {
  /** How long to wait before the next try, ms; `undefined`: there is none. Does not throw. */
  wait(error: Error, attempt: number): number | undefined;
  /** Place of a try that is sent at this moment. */
  place(): Sent;
  /** Called before another try is sent. */
  resent(): void;
}

/** How a request is sent. The functions that wait give the function that cancels. */
export interface Sending {
  /** Sends one try. */
  readonly send: () => Observable<unknown>;
  /** How long a try may take until its first answer, ms. */
  readonly timeout: number;
  readonly after: (wait: number, run: () => void) => () => void;
  /** Waits between two tries. */
  readonly afterPause: (wait: number, run: () => void) => () => void;
}

/** A request under way, in one or more tries. Its promise always settles, and is never an unhandled rejection. */
export class LiveRequest {
  readonly promise: Promise<unknown>;
  readonly key: string;
  readonly #handler: RequestHandler;
  #sent: Sent;
  #attempt = 1;
  #controller = new AbortController();
  #sending: Sending | undefined;
  #subscription: Subscription | undefined;
  /** Of the limit of a try, or of the pause between two. */
  #cancelTimer: (() => void) | undefined;
  /** Between two tries: why the last one failed. */
  #failure: Error | undefined;
  #resolve!: (value: unknown) => void;
  #reject!: (error: Error) => void;
  #isSettled = false;
  #isOver = false;
  #isAnswering = false;
  #isKept = false;
  #givesOne = false;

  constructor(key: string, sent: Sent, handler: RequestHandler) {
    this.key = key;
    this.#sent = sent;
    this.#handler = handler;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Callers that do not look at the promise are no reason for an unhandled rejection.
    this.promise.catch(() => {});
  }

  /** Place in the store's order at which its last try was sent. */
  get seq(): number {
    return this.#sent.seq;
  }

  get epoch(): number {
    return this.#sent.epoch;
  }

  /** When its last try was sent, ms since epoch. */
  get fetchedAt(): number {
    return this.#sent.fetchedAt;
  }

  /** Which try this is, from 1. */
  get attempt(): number {
    return this.#attempt;
  }

  /** Aborts when the try is given up. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** What the function of the endpoint gave. */
  gave(answer: unknown): unknown {
    this.#givesOne = !isLiveAnswer(answer);
    return answer;
  }

  /** True once it is known that one answer is all that comes. */
  get givesOne(): boolean {
    return this.#givesOne;
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
    return abortable(this.promise, signal, (reason) => {
      if (this.#isSettled) return 'too late';
      release();
      const isWanted = this.#isKept || this.#handler.isHeld?.() === true;
      if (!isWanted) this.giveUp(reason);
      return 'left';
    });
  }

  // --- tries

  /** Sends it. */
  run(sending: Sending): void {
    this.#sending = sending;
    this.#try(sending);
  }

  #try({ send, timeout, after }: Sending): void {
    if (this.#isOver) return;
    if (timeout < Infinity) this.#cancelTimer = after(timeout, () => this.#timedOut(timeout));
    let answers: Observable<unknown>;
    try {
      answers = send();
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#subscription = answers.subscribe({
      next: (response) => this.#next(response),
      error: (error: unknown) => this.#fail(error),
      complete: () => this.#complete(),
    });
    if (this.#isOver) this.#subscription.unsubscribe();
  }

  #timedOut(timeout: number): void {
    const error = new TimeoutError(this.key, timeout);
    this.#subscription?.unsubscribe();
    this.#controller.abort(error);
    this.#fail(error);
  }

  /** Sends it once more after a pause, if it is to be. False: it has failed. */
  #tryAgain(error: Error): boolean {
    const { retries } = this.#handler;
    const sending = this.#sending;
    const wait = sending && retries?.wait(error, this.#attempt);
    // Being asked may have given it up.
    if (this.#isOver) return true;
    if (!retries || !sending || wait === undefined) return false;
    this.#stopTimer();
    this.#failure = error;
    this.#cancelTimer = sending.afterPause(wait, () => {
      this.#cancelTimer = this.#failure = undefined;
      this.#attempt++;
      this.#controller = new AbortController();
      this.#sent = retries.place();
      retries.resent();
      this.#try(sending);
    });
    return true;
  }

  /** Ends it if it is between two tries: nobody waits for the next one. */
  endRetries(): void {
    if (this.#failure) this.giveUp(this.#failure);
  }

  #next(response: unknown): void {
    if (this.#isOver) return;
    const isFirst = !this.#isSettled;
    try {
      if (isFirst) this.#settle();
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
    this.giveUp(abortedError(this.key, 'nobody waited for further answers'));
  }

  #fail(thrown: unknown): void {
    if (this.#isOver) return;
    const error = asError(thrown);
    const isFirst = !this.#isSettled;
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
    if (!this.#isSettled) {
      this.#fail(
        new StreambedError(SB_ANSWER_EMPTY, `${this.key}: the source ended without a value.`),
      );
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
    if (this.#isSettled) return;
    this.#isSettled = true;
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
