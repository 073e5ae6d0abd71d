import { distinctUntilChanged, Observable } from 'rxjs';

/** Whether the page can be seen: at once, then every change. Where there is no page, as on a server, it always can. */
export function pageVisible(): Observable<boolean> {
  const visible$ = new Observable<boolean>((subscriber) => {
    const { document } = globalThis as { readonly document?: Document };
    const look = (): void => subscriber.next(document?.visibilityState !== 'hidden');
    look();
    document?.addEventListener('visibilitychange', look);
    return () => document?.removeEventListener('visibilitychange', look);
  });
  return visible$.pipe(distinctUntilChanged());
}
