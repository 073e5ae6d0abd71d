import { useEffect, useState } from 'preact/hooks';
import type { StateObservable } from '../../streams/StateObservable.ts';

/** The current value of a state observable. Re-renders the component at once when it changes. */
export function useStateOf<T>(observable: StateObservable<T>): T | undefined {
  const [value, setValue] = useState<T>();
  useEffect(() => {
    const subscription = observable.subscribe((next) => setValue(() => next));
    return () => subscription.unsubscribe();
  }, [observable]);
  return value;
}
