import { useEffect, useState } from 'preact/hooks';
import type { StateObservable } from '../../../kernel/streams/StateObservable.ts';

/** The current value of a state observable. Re-renders the component at once when it changes. */
export function useStateOf<T>(observable: StateObservable<T>): T | undefined {
  const [value, setValue] = useState<T>();
  useEffect(() => {
    // The store of an observable that fails was disposed: the panel is about to leave.
    const error = (): void => {};
    const subscription = observable.subscribe({ next: (next) => setValue(() => next), error });
    return () => subscription.unsubscribe();
  }, [observable]);
  return value;
}
