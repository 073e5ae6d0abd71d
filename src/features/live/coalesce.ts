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
export function coalesce<M>({
  interval = 16,
  key,
  limit = 10_000,
  onDropped,
  scheduler = asyncScheduler,
}: CoalesceOptions<M> = {}): OperatorFunction<M, readonly M[]> {
  assertLength('coalesce', 'interval', interval);
  assertLength('coalesce', 'limit', limit, true);
  return (messages$) =>
    new Observable((subscriber) => {
      /** By key, oldest first. */
      const gathered = new Map<unknown, M>();
      let dropped = 0;
      let timer: Subscription | undefined;
      const emit = (): void => {
        timer?.unsubscribe();
        timer = undefined;
        const [all, count] = [[...gathered.values()], dropped];
        gathered.clear();
        dropped = 0;
        if (count > 0) onDropped?.(count);
        if (all.length > 0) subscriber.next(all);
      };
      const gather = (message: M): void => {
        // Without `key`, a new object is the key of each message: equal messages stay apart.
        const messageKey = key ? key(message) : {};
        gathered.delete(messageKey);
        gathered.set(messageKey, message);
        if (gathered.size > limit) {
          gathered.delete(gathered.keys().next().value);
          dropped++;
        }
        timer ??= scheduler.schedule(emit, interval);
      };
      subscriber.add(() => timer?.unsubscribe());
      return messages$
        .pipe(tap({ next: gather, complete: emit }), ignoreElements())
        .subscribe(subscriber);
    });
}
