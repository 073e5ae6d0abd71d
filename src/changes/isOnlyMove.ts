import type { Change } from './ChangeSet.ts';

/** Whether a change says nothing but where in a sorted list the row is: that is nothing to who does not look at the order. */
export function isOnlyMove<K, V>(change: Change<K, V>): boolean {
  return change.type === 'update' && Object.is(change.value, change.previous);
}
