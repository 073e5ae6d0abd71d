import type { Change } from './ChangeSet.ts';

/**
 * Whether a change only moves a row in a sorted list. Stages that ignore the order skip such
 * changes.
 */
export function isOnlyMove<K, V>(change: Change<K, V>): boolean {
  return change.type === 'update' && Object.is(change.value, change.previous);
}
