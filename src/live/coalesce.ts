import {
  asyncScheduler,
  Observable,
  type OperatorFunction,
  type SchedulerLike,
  type Subscription,
} from 'rxjs';
import { assertLength } from './assertLength.ts';

/** How messages are put together. */
export interface CoalesceOptions<M> {
  /** For how long messages are gathered, ms. Default 16: a frame of the screen. */
  readonly interval?: number;
  /** What a message is about: of several about the same thing only the last one counts. Default: all count. */
  readonly key?: (message: M) => unknown;
  /** How many are kept at most; the oldest ones go first. Default 10,000. */
  readonly limit?: number;
  /** Is told how many had to go, with the messages that are left. */
  readonly onDropped?: (count: number) => void;
  /** Clock and timers. Default: RxJS's `asyncScheduler`; timers for frames would rest while a page is hidden. */
  readonly scheduler?: SchedulerLike;
}

/**
 * Gathers what comes and emits it as one list per `interval`, in the order in which it came. Nothing is emitted, and no timer runs, while nothing
 * comes. What is gathered at the end is emitted; at an error it is not. Throws `SB_OPTION_INVALID`.
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
      /** By what they are about, oldest first. */
      let gathered = new Map<unknown, M>();
      let dropped = 0;
      let timer: Subscription | undefined;
      const emit = (): void => {
        timer?.unsubscribe();
        timer = undefined;
        const [all, count] = [gathered, dropped];
        gathered = new Map();
        dropped = 0;
        if (count > 0) onDropped?.(count);
        if (all.size > 0) subscriber.next([...all.values()]);
      };
      subscriber.add(() => {
        timer?.unsubscribe();
        gathered.clear();
      });
      subscriber.add(
        messages$.subscribe({
          next(message) {
            try {
              // Without a key each is about itself; by an object of its own, as messages may be equal.
              const about = key ? key(message) : {};
              gathered.delete(about);
              gathered.set(about, message);
            } catch (error) {
              subscriber.error(error);
              return;
            }
            if (gathered.size > limit) {
              gathered.delete(gathered.keys().next().value);
              dropped++;
            }
            timer ??= scheduler.schedule(emit, interval);
          },
          error: (error: unknown) => subscriber.error(error),
          complete() {
            emit();
            subscriber.complete();
          },
        }),
      );
    });
}
