import { distinctUntilChanged, Observable } from 'rxjs';
import { networkOnline } from './networkOnline.ts';
import { pageVisible } from './pageVisible.ts';

/** Whether the page can be seen and has a network: at once, then every change. Where there is no page it always is. */
export function pageActive(): Observable<boolean> {
  const active$ = new Observable<boolean>((subscriber) => {
    // By hand: every application that polls would carry `combineLatest`.
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
