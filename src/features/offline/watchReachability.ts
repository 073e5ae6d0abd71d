import { type BehaviorSubject, type Observable, tap } from 'rxjs';
import { isTransient } from '../../kernel/requests/retryWait.ts';

/** Notes whether the server can be reached: what the responses to a request say. */
export function watchReachability(
  responses$: Observable<unknown>,
  online: BehaviorSubject<boolean>,
): Observable<unknown> {
  const become = (isOnline: boolean): void => {
    if (online.value !== isOnline) online.next(isOnline);
  };
  return responses$.pipe(
    tap({
      next: () => become(true),
      error: (thrown: unknown) => {
        // The cast holds: members that are not there read as undefined.
        const error = Object(thrown) as Error & { readonly status?: unknown };
        const { status } = error;
        if (typeof status === 'number' && status > 0) become(true);
        else if (isTransient(error)) become(false);
      },
    }),
  );
}
