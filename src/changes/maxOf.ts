import type { Aggregate } from './Aggregate.ts';
import type { Comparable } from './Comparable.ts';
import { extremeOf } from './extremeOf.ts';

/**
 * The greatest value of all rows; `undefined` if there is none. NaN and invalid dates are skipped.
 */
export function maxOf<V, T extends Comparable>(
  project: (value: V) => T,
): Aggregate<V, T | undefined> {
  return extremeOf(project, (counts) => counts.last);
}
