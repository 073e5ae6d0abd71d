import { distinctUntilChanged, Observable } from 'rxjs';

/**
 * Whether the page is visible: emits at once, then every change. Always `true` without a page, as
 * on a server.
 */
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
