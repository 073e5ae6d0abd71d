import {
  asyncScheduler,
  type MonoTypeOperatorFunction,
  Observable,
  type SchedulerLike,
  type Subscriber,
  Subscription,
} from 'rxjs';
import { atHeight, emittingHeight } from '../commits/delivery.ts';
import { assertTime } from './assertTime.ts';

/** Options of {@link shareState}. */
export interface ShareOptions {
  /**
   * How long the source stays subscribed after the last subscriber has gone, ms; Infinity for ever.
   * Default 5,000, so that remounts and retries find the value.
   */
  readonly grace?: number;
  /** Runs the timer of `grace`. Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike;
}

/**
 * Shares one subscription to the source: a late subscriber gets the latest value at once. Equal
 * values are sent once. When the source completes, the shared stream goes on with its last value.
 * When the source fails, its subscribers fail; the next subscriber starts anew.
 *
 * @example
 * ```ts
 * const open$ = changes(store, Todo).pipe(filterChanges((todo) => !todo.done), asArray(), shareState());
 * ```
 */
export function shareState<T>(options: ShareOptions = {}): MonoTypeOperatorFunction<T> {
  const { grace = 5_000, scheduler = asyncScheduler } = options;
  assertTime('The grace of shareState', grace);
  return (source) => {
    const shared = new SharedState(source, grace, scheduler);
    return new Observable((subscriber) => shared.join(subscriber));
  };
}

/** The one subscription to a source: its subscribers and the latest value. */
class SharedState<T> {
  readonly #source: Observable<T>;
  readonly #grace: number;
  readonly #scheduler: SchedulerLike;
  readonly #subscribers = new Set<Subscriber<T>>();
  #connection: Subscription | undefined;
  #timer: Subscription | undefined;
  /** The latest value, with the height of the source: a stage that combines it must be above. */
  #last: { readonly value: T; readonly height: number } | undefined;

  constructor(source: Observable<T>, grace: number, scheduler: SchedulerLike) {
    this.#source = source;
    this.#grace = grace;
    this.#scheduler = scheduler;
  }

  join(subscriber: Subscriber<T>): void {
    this.#timer?.unsubscribe();
    this.#timer = undefined;
    this.#subscribers.add(subscriber);
    subscriber.add(() => this.#remove(subscriber));
    const last = this.#last;
    if (!this.#connection) this.#connect();
    else if (last) atHeight(last.height, () => subscriber.next(last.value));
  }

  #remove(subscriber: Subscriber<T>): void {
    this.#subscribers.delete(subscriber);
    if (this.#subscribers.size > 0 || !this.#connection) return;
    if (this.#grace === 0) return this.#disconnect();
    if (this.#grace === Infinity) return;
    this.#timer = this.#scheduler.schedule(() => this.#disconnect(), this.#grace);
  }

  #connect(): void {
    const connection = new Subscription();
    this.#connection = connection;
    connection.add(
      this.#source.subscribe({
        next: (value) => this.#emit(value),
        error: (error) => this.#fail(error),
      }),
    );
  }

  #disconnect(): void {
    this.#connection?.unsubscribe();
    this.#connection = this.#timer = this.#last = undefined;
  }

  #emit(value: T): void {
    const last = this.#last;
    this.#last = { value, height: emittingHeight() };
    if (last && Object.is(last.value, value)) return;
    for (const subscriber of [...this.#subscribers]) subscriber.next(value);
  }

  #fail(error: unknown): void {
    const subscribers = [...this.#subscribers];
    this.#subscribers.clear();
    this.#disconnect();
    for (const subscriber of subscribers) subscriber.error(error);
  }
}
