import type { OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import type { Comparable } from './Comparable.ts';
import { maxOf } from './maxOf.ts';
import { totalChanges } from './totalChanges.ts';

/**
 * The greatest of a value of each row, `undefined` if there is none: emits at once, then when it
 * changes. NaN and invalid dates are skipped. If `project` depends on more than the row, removing
 * the value fails with a {@link ProjectionError}.
 */
export function maxChanges<K, V, T extends Comparable>(
  project: (value: V) => T,
): OperatorFunction<ChangeSet<K, V>, T | undefined> {
  return totalChanges(maxOf(project));
}
