import type { OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { sumOf } from './sumOf.ts';
import { totalChanges } from './totalChanges.ts';

/**
 * The sum of a number of each row: at once, then each time it is another one. Exact: it does not drift, and a NaN or infinite number is gone when its
 * row is. `project` has to depend on the row only.
 */
export function sumChanges<K, V>(
  project: (value: V) => number,
): OperatorFunction<ChangeSet<K, V>, number> {
  return totalChanges(sumOf(project));
}
