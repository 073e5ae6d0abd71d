import type { OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { sumOf } from './sumOf.ts';
import { totalChanges } from './totalChanges.ts';

/**
 * The sum of a number of each row: emits at once, then when it changes. Exact: it does not drift,
 * and NaN or an infinite number is gone when its row is. `project` must depend on the row only.
 */
export function sumChanges<K, V>(
  project: (value: V) => number,
): OperatorFunction<ChangeSet<K, V>, number> {
  return totalChanges(sumOf(project));
}
