import type { OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { averageOf } from './averageOf.ts';
import { totalChanges } from './totalChanges.ts';

/**
 * The mean of a number of each row, `undefined` without rows: emits at once, then when it changes.
 */
export function averageChanges<K, V>(
  project: (value: V) => number,
): OperatorFunction<ChangeSet<K, V>, number | undefined> {
  return totalChanges(averageOf(project));
}
