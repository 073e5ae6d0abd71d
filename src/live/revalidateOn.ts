import {
  asyncScheduler,
  type Observable,
  type SchedulerLike,
  Subject,
  Subscription,
  throttleTime,
} from 'rxjs';
import type { StorePlugin } from '../store/StorePlugin.ts';
import { networkOnline } from '../web/networkOnline.ts';
import { pageVisible } from '../web/pageVisible.ts';
import { assertLength } from './assertLength.ts';

/** When what is stale is asked for again. */
export interface RevalidateOptions {
  /** When the page can be seen again. Default true. */
  readonly focus?: boolean;
  /** When there is a network again. Default true. */
  readonly online?: boolean;
  /** Not more often than once in this time, ms. Default 5,000. */
  readonly throttle?: number;
  /** Whether the page can be seen. Default: by its `visibilitychange` events; where there is no page it always can. */
  readonly visible$?: Observable<boolean>;
  /** Whether there is a network. Default: by the `online` and `offline` events of the page; where there is none, always. */
  readonly online$?: Observable<boolean>;
  /** Clock and timers. Default: RxJS's `asyncScheduler`. */
  readonly scheduler?: SchedulerLike;
}

/**
 * A plugin that has everything that is observed and stale fetched once when the page can be seen again, and when the network is back. Nothing
 * is asked for while the page is hidden or offline; that waits until both are over. Throws `SB_OPTION_INVALID`.
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
    let isWanted = false;
    const wanted$ = new Subject<void>();
    const look = (): void => {
      if (isWanted && isVisible && isOnline) wanted$.next();
    };
    const subscription = new Subscription();
    subscription.add(
      wanted$
        .pipe(throttleTime(throttle, scheduler, { leading: true, trailing: true }))
        .subscribe(() => {
          // The last one of several comes later than it was wanted.
          if (!isWanted || !isVisible || !isOnline) return;
          isWanted = false;
          store.revalidate();
        }),
    );
    subscription.add(
      visible$.subscribe((value) => {
        isWanted ||= focus && value && !isVisible;
        isVisible = value;
        look();
      }),
    );
    subscription.add(
      online$.subscribe((value) => {
        isWanted ||= online && value && !isOnline;
        isOnline = value;
        look();
      }),
    );
    return subscription;
  };
}
