import { AppState } from 'react-native';
import { distinctUntilChanged, Observable } from 'rxjs';

/**
 * Whether the app is in the foreground, by `AppState`: at once, then every change. An app that is only covered for a moment – `inactive` on iOS – still is.
 * For the store option `active$`: polling rests while the app is in the background.
 *
 * @example
 * ```ts
 * const store = createStore({ active$: appActive() });
 * ```
 */
export function appActive(): Observable<boolean> {
  const active$ = new Observable<boolean>((subscriber) => {
    const take = (state: string | null | undefined): void =>
      subscriber.next(state !== 'background');
    take(AppState.currentState);
    const listening = AppState.addEventListener('change', take);
    return () => listening?.remove();
  });
  return active$.pipe(distinctUntilChanged());
}
