import { useEffect, useState } from 'react';
import { useStore } from 'streambed/react';
import { WorkOrder } from './WorkOrder.ts';

/** The number of changed work orders in the last second, and of commits. */
export function useChangeRate(): { readonly changes: number; readonly commits: number } {
  const store = useStore();
  const [rate, setRate] = useState({ changes: 0, commits: 0 });
  useEffect(() => {
    let [changes, commits] = [0, 0];
    const subscription = store.commits$.subscribe((commit) => {
      changes += commit.changes.changeCount(WorkOrder.key);
      commits++;
    });
    const timer = setInterval(() => {
      setRate({ changes, commits });
      [changes, commits] = [0, 0];
    }, 1_000);
    return () => {
      clearInterval(timer);
      subscription.unsubscribe();
    };
  }, [store]);
  return rate;
}
