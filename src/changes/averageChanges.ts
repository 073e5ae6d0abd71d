import type { OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { averageOf } from './averageOf.ts';
import { totalChanges } from './totalChanges.ts';

/** The mean of a number of each row, `undefined` without rows: at once, then each time it is another one. */
export function averageChanges<K, V>(
  project: (value: V) => number,
): OperatorFunction<ChangeSet<K, V>, number | undefined> {
  return totalChanges(averageOf(project));
}
