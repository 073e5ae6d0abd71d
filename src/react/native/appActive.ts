import { AppState } from 'react-native';
import { distinctUntilChanged, Observable } from 'rxjs';

/**
 * Emits whether the app is in the foreground, by `AppState`: at once, then on every change.
 * `inactive` on iOS, when something covers the app for a moment, counts as foreground. For the
 * store option `active$`: polling pauses while the app is in the background.
 *
 * @example
 * ```ts
 * const store = createStore({ active$: appActive() });
 * ```
 */
export function appActive(): Observable<boolean> {
  const active$ = new Observable<boolean>((subscriber) => {
    const emit = (state: string | null | undefined): void =>
      subscriber.next(state !== 'background');
    emit(AppState.currentState);
    const subscription = AppState.addEventListener('change', emit);
    return () => subscription?.remove();
  });
  return active$.pipe(distinctUntilChanged());
}
