import type { Aggregate } from './Aggregate.ts';
import { type Comparable, isOrderable, isBefore } from './Comparable.ts';
import { ValueCounts } from './ValueCounts.ts';

/** The first or last of the projected values in order. */
export function extremeOf<V, T extends Comparable>(
  project: (value: V) => T,
  end: (counts: ValueCounts<T>) => T | undefined,
): Aggregate<V, T | undefined> {
  return {
    start() {
      const counts = new ValueCounts<T>(isBefore);
      return {
        add(value) {
          const projected = project(value);
          if (isOrderable(projected)) counts.add(projected);
        },
        remove(value) {
          const projected = project(value);
          if (isOrderable(projected)) counts.remove(projected);
        },
        result: () => end(counts),
      };
    },
    // Two Date objects can be the same moment.
    equal: (a, b) =>
      a === undefined || b === undefined ? a === b : !isBefore(a, b) && !isBefore(b, a),
  };
}
