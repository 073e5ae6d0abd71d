import { distinctUntilChanged, Observable } from 'rxjs';
import { networkOnline } from './networkOnline.ts';
import { pageVisible } from './pageVisible.ts';

/**
 * Whether the page is visible and online: emits at once, then every change. Always `true` without a
 * page.
 */
export function pageActive(): Observable<boolean> {
  const active$ = new Observable<boolean>((subscriber) => {
    // Not `combineLatest`: every program that polls would load it.
    let isVisible: boolean | undefined;
    let isOnline: boolean | undefined;
    const look = (): void => {
      if (isVisible !== undefined && isOnline !== undefined) subscriber.next(isVisible && isOnline);
    };
    subscriber.add(
      pageVisible().subscribe((value) => {
        isVisible = value;
        look();
      }),
    );
    subscriber.add(
      networkOnline().subscribe((value) => {
        isOnline = value;
        look();
      }),
    );
  });
  return active$.pipe(distinctUntilChanged());
}
