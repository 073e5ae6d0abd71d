import { useEffect, useState } from 'preact/hooks';
import type { BehaviorSubject } from 'rxjs';

/** The current value of a subject. Re-renders the component at once when it changes. */
export function useValue<T>(subject: BehaviorSubject<T>): T {
  const [, setCount] = useState(0);
  useEffect(() => {
    const subscription = subject.subscribe(() => setCount((count) => count + 1));
    return () => subscription.unsubscribe();
  }, [subject]);
  return subject.value;
}
