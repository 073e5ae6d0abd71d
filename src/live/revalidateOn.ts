import {
  asyncScheduler,
  type Observable,
  type SchedulerLike,
  Subject,
  Subscription,
  throttleTime,
} from 'rxjs';
import type { StorePlugin } from '../store/Plugins.ts';
import { networkOnline } from '../web/networkOnline.ts';
import { pageVisible } from '../web/pageVisible.ts';
import { assertLength } from '../shared/assertLength.ts';

/** When stale data is fetched again. */
export interface RevalidateOptions {
  /** When the page becomes visible again. Default true. */
  readonly focus?: boolean;
  /** When the network is back. Default true. */
  readonly online?: boolean;
  /** The shortest time between two revalidations, ms. Default 5,000. */
  readonly throttle?: number;
  /**
   * Whether the page is visible. Default: its `visibilitychange` events; without a page, always.
   */
  readonly visible$?: Observable<boolean>;
  /**
   * Whether there is a network. Default: the `online` and `offline` events of the page; without a
   * page, always.
   */
  readonly online$?: Observable<boolean>;
  /** Clock and timers. Default: RxJS's `asyncScheduler`. */
  readonly scheduler?: SchedulerLike;
}

/**
 * A plugin that fetches all observed stale data once when the page becomes visible again, and when
 * the network is back. While the page is hidden or offline it fetches nothing; the fetch waits
 * until the page is visible and online. Throws `SB_OPTION_INVALID`.
 *
 * @example
 * ```ts
 * const store = createStore({ plugins: [revalidateOn({ focus: true, online: true })] });
 * ```
 */
export function revalidateOn({
  focus = true,
  online = true,
  throttle = 5_000,
  visible$ = pageVisible(),
  online$ = networkOnline(),
  scheduler = asyncScheduler,
}: RevalidateOptions = {}): StorePlugin {
  assertLength('revalidateOn', 'throttle', throttle);
  return function revalidate(store) {
    let isVisible = true;
    let isOnline = true;
    let isDue = false;
    const due$ = new Subject<void>();
    const emitIfReady = (): void => {
      if (isDue && isVisible && isOnline) due$.next();
    };
    const subscription = new Subscription();
    subscription.add(
      due$
        .pipe(throttleTime(throttle, scheduler, { leading: true, trailing: true }))
        .subscribe(() => {
          // The trailing call comes later: check the state again.
          if (!isDue || !isVisible || !isOnline) return;
          isDue = false;
          store.revalidate();
        }),
    );
    subscription.add(
      visible$.subscribe((value) => {
        isDue ||= focus && value && !isVisible;
        isVisible = value;
        emitIfReady();
      }),
    );
    subscription.add(
      online$.subscribe((value) => {
        isDue ||= online && value && !isOnline;
        isOnline = value;
        emitIfReady();
      }),
    );
    return subscription;
  };
}
