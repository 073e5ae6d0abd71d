import { asyncScheduler, type SchedulerLike, Subject, throttleTime } from 'rxjs';
import { type AnyObservable, toObservable } from '../../kernel/requests/toObservable.ts';
import type { StorePlugin } from '../../kernel/store/Plugins.ts';
import { networkOnline, pageVisible } from '../../shared/web/pageSignals.ts';
import { assertLength } from '../../shared/assertLength.ts';

/** When stale data is fetched again. */
export interface RevalidateOptions {
  /** When the page becomes visible again. Default true. */
  readonly focus?: boolean | undefined;
  /** When the network is back. Default true. */
  readonly online?: boolean | undefined;
  /** The shortest time between two revalidations, ms. Default 5,000. */
  readonly throttle?: number | undefined;
  /**
   * Whether the page is visible. Default: its `visibilitychange` events; without a page, always.
   */
  readonly visible$?: AnyObservable<boolean> | undefined;
  /**
   * Whether there is a network. Default: the `online` and `offline` events of the page; without a
   * page, always.
   */
  readonly online$?: AnyObservable<boolean> | undefined;
  /** Clock and timers. Default: RxJS's `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
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
  // oxlint-disable-next-line no-shadow -- The report of a failing plugin has its name.
  return function revalidateOn(store) {
    const is = { visible: true, online: true };
    let isDue = false;
    const isReady = (): boolean => isDue && is.visible && is.online;
    const due$ = new Subject<void>();
    const throttled$ = due$.pipe(
      throttleTime(throttle, scheduler, { leading: true, trailing: true }),
    );
    const subscription = throttled$.subscribe(() => {
      // The trailing call comes later: check the state again.
      if (!isReady()) return;
      isDue = false;
      store.revalidate();
    });
    const observe = (
      name: keyof typeof is,
      signal$: AnyObservable<boolean>,
      counts: boolean,
    ): void =>
      subscription.add(
        toObservable(signal$).subscribe((value) => {
          isDue ||= counts && value && !is[name];
          is[name] = value;
          if (isReady()) due$.next();
        }),
      );
    observe('visible', visible$, focus);
    observe('online', online$, online);
    return subscription;
  };
}
