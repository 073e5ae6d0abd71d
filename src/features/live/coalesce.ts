import {
  asyncScheduler,
  ignoreElements,
  Observable,
  type OperatorFunction,
  type SchedulerLike,
  type Subscription,
  tap,
} from 'rxjs';
import { assertLength } from '../../shared/assertLength.ts';
import type { Defaulted } from '../../shared/Optional.ts';

/** How messages are gathered. */
export interface CoalesceOptions<M> {
  /** How long messages are gathered, ms. Default 16: one frame of the screen. */
  readonly interval?: number | undefined;
  /** The key of a message: only the last message of each key is kept. Default: all are kept. */
  readonly key?: ((message: M) => unknown) | undefined;
  /** The maximum number of gathered messages; the oldest ones are dropped first. Default 10,000. */
  readonly limit?: number | undefined;
  /** Called with the number of dropped messages, just before the others are emitted. */
  readonly onDropped?: ((count: number) => void) | undefined;
  /**
   * Clock and timers. Default: RxJS's `asyncScheduler`. Timers for frames would stop while a page
   * is hidden.
   */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Gathers values and emits them as one list per `interval`, in the order in which they came.
 * Without values it emits nothing and runs no timer. A completion emits the gathered values; an
 * error drops them. Throws `SB_OPTION_INVALID`.
 *
 * @example
 * ```ts
 * const prices$ = socket.messages$.pipe(coalesce({ key: ({ symbol }) => symbol }));
 * ```
 */
export function coalesce<M>(options: CoalesceOptions<M> = {}): OperatorFunction<M, readonly M[]> {
  const { key, onDropped } = options;
  const settings = gatherSettings(options);
  return (messages$) =>
    new Observable((subscriber) => {
      const gathered = new Gathered<M>(settings, (all, dropped) => {
        if (dropped > 0) onDropped?.(dropped);
        if (all.length > 0) subscriber.next(all);
      });
      // Without `key`, a new object is the key of each message: equal messages stay apart.
      const gather = (message: M): void => gathered.add(key ? key(message) : {}, message);
      subscriber.add(gathered.clear);
      return messages$
        .pipe(tap({ next: gather, complete: gathered.emit }), ignoreElements())
        .subscribe(subscriber);
    });
}

type GatherOptions = Pick<CoalesceOptions<never>, 'interval' | 'limit' | 'scheduler'>;

/** The options with all defaults. Throws `SB_OPTION_INVALID`. */
export function gatherSettings({
  interval = 16,
  limit = 10_000,
  scheduler = asyncScheduler,
}: GatherOptions): Defaulted<GatherOptions> {
  assertLength('coalesce', 'interval', interval);
  assertLength('coalesce', 'limit', limit, true);
  return { interval, limit, scheduler };
}

/** Values that wait until the interval is over. */
export class Gathered<M> {
  readonly #settings: Defaulted<GatherOptions>;
  readonly #take: (all: readonly M[], dropped: number) => void;
  /** By key, oldest first. */
  readonly #values = new Map<unknown, M>();
  #dropped = 0;
  #timer: Subscription | undefined;

  constructor(
    settings: Defaulted<GatherOptions>,
    take: (all: readonly M[], dropped: number) => void,
  ) {
    this.#settings = settings;
    this.#take = take;
  }

  /** Adds a value; it replaces the one with the same key. */
  add(key: unknown, value: M): void {
    const { interval, limit, scheduler } = this.#settings;
    const values = this.#values;
    values.delete(key);
    values.set(key, value);
    if (values.size > limit) {
      values.delete(values.keys().next().value);
      this.#dropped++;
    }
    this.#timer ??= scheduler.schedule(this.emit, interval);
  }

  /** Emits the values now. */
  readonly emit = (): void => {
    const [all, dropped] = [[...this.#values.values()], this.#dropped];
    this.clear();
    this.#take(all, dropped);
  };

  /** Drops the values. */
  readonly clear = (): void => {
    this.#timer?.unsubscribe();
    this.#timer = undefined;
    this.#values.clear();
    this.#dropped = 0;
  };
}
