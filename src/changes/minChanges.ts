import type { OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import type { Comparable } from './Comparable.ts';
import { minOf } from './minOf.ts';
import { totalChanges } from './totalChanges.ts';

/**
 * The smallest of a value of each row, `undefined` without any: at once, then each time it is another one. NaN and invalid dates are passed over. A
 * `project` that depends on anything but the row is a {@link ProjectionError} when its value leaves.
 */
export function minChanges<K, V, T extends Comparable>(
  project: (value: V) => T,
): OperatorFunction<ChangeSet<K, V>, T | undefined> {
  return totalChanges(minOf(project));
}
