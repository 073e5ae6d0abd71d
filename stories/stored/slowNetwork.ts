import { BehaviorSubject, delay } from 'rxjs';
import type { Interceptor } from 'streambed';

/** How much later each response arrives, ms. */
const DELAY = 3_000;

const STORED_AS = 'stored-story-slow';

/** Whether the network is slow. A reload does not change it. */
export const isSlow$ = new BehaviorSubject(sessionStorage.getItem(STORED_AS) !== null);

isSlow$.subscribe((isSlow) => {
  if (isSlow) sessionStorage.setItem(STORED_AS, 'slow');
  else sessionStorage.removeItem(STORED_AS);
});

export const slowNetwork: Interceptor = (request, next) =>
  isSlow$.getValue() ? next(request).pipe(delay(DELAY)) : next(request);
