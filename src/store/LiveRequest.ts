import { EMPTY, type Observable, type Subscription } from 'rxjs';
import { asError } from '../shared/asError.ts';
import { StreambedError } from '../shared/StreambedError.ts';

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
}

/** A request under way. Its promise always settles, and is never an unhandled rejection. */
export class LiveRequest {
  /** Place in the store's order at which it was sent. */
  readonly seq: number;
  readonly epoch: number;
  /** ms since epoch. */
  readonly fetchedAt: number;
  readonly attempt = 1;
  readonly promise: Promise<unknown>;
  readonly key: string;
  readonly #controller = new AbortController();
  readonly #handler: RequestHandler;
  #subscription: Subscription | undefined;
  #resolve!: (value: unknown) => void;
  #reject!: (error: Error) => void;
  #isSettled = false;
  #isOver = false;

  constructor(
    key: string,
    placing: { readonly seq: number; readonly epoch: number; readonly fetchedAt: number },
    handler: RequestHandler,
  ) {
    this.key = key;
    this.seq = placing.seq;
    this.epoch = placing.epoch;
    this.fetchedAt = placing.fetchedAt;
    this.#handler = handler;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Callers that do not look at the promise are no reason for an unhandled rejection.
    this.promise.catch(() => {});
  }

  /** Aborts when the request is given up. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Sends it. */
  run(send: () => Observable<unknown>): void {
    if (this.#isOver) return;
    let answers: Observable<unknown> = EMPTY;
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

  #next(response: unknown): void {
    if (this.#isOver) return;
    const isFirst = !this.#isSettled;
    try {
      if (isFirst) this.#settle();
      this.#resolve(this.#handler.answer(response, isFirst));
    } catch (thrown) {
      const error = asError(thrown);
      this.#reject(error);
      this.#handler.fail(error, isFirst);
    }
    if (this.#handler.isFollowed()) return;
    this.giveUp(
      new StreambedError('SB_ABORTED', `${this.key}: nobody waited for further answers.`),
    );
  }

  #fail(thrown: unknown): void {
    if (this.#isOver) return;
    const error = asError(thrown);
    const isFirst = !this.#isSettled;
    this.#settle();
    try {
      this.#handler.fail(error, isFirst);
    } finally {
      this.#reject(error);
      this.#end();
    }
  }

  #complete(): void {
    if (this.#isOver) return;
    if (!this.#isSettled) {
      this.#fail(
        new StreambedError('SB_ANSWER_EMPTY', `${this.key}: the source ended without a value.`),
      );
    }
    this.#end();
  }

  /** Gives it up: nothing of it is stored any more, the network request is aborted, the promise rejects if it is pending. */
  giveUp(error: Error): void {
    if (this.#isOver) return;
    this.#end();
    this.#settle();
    this.#reject(error);
    this.#subscription?.unsubscribe();
    this.#controller.abort(error);
  }

  #settle(): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#handler.settled();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#handler.ended();
  }
}
