import { useCallback, useSyncExternalStore } from 'react';
import type { Observable } from 'rxjs';

/** The current value of a state observable whose value can be read at any time. */
export function useLatest<T>(value$: Observable<T>, getValue: () => T): T {
  const subscribe = useCallback(
    (notify: () => void) => {
      const subscription = value$.subscribe(notify);
      return () => subscription.unsubscribe();
    },
    [value$],
  );
  return useSyncExternalStore(subscribe, getValue);
}
