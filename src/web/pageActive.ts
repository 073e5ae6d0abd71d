import { combineLatest, distinctUntilChanged, map, type Observable } from 'rxjs';
import { networkOnline } from './networkOnline.ts';
import { pageVisible } from './pageVisible.ts';

/** Whether the page can be seen and has a network: at once, then every change. */
export function pageActive(): Observable<boolean> {
  return combineLatest([pageVisible(), networkOnline()]).pipe(
    map(([visible, online]) => visible && online),
    distinctUntilChanged(),
  );
}
