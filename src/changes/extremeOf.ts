import type { Aggregate } from './Aggregate.ts';
import { type Comparable, hasPlace, isBefore } from './Comparable.ts';
import { ValueCounts } from './ValueCounts.ts';

/** The value at one end of all values in order. */
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
          if (hasPlace(projected)) counts.add(projected);
        },
        remove(value) {
          const projected = project(value);
          if (hasPlace(projected)) counts.remove(projected);
        },
        result: () => end(counts),
      };
    },
    // Two dates of one moment are two objects.
    equal: (a, b) =>
      a === undefined || b === undefined ? a === b : !isBefore(a, b) && !isBefore(b, a),
  };
}
