import type { Aggregate } from './Aggregate.ts';
import { ExactSum } from './ExactSum.ts';

/**
 * The sum of a number of each row, 0 without rows. Exact: it does not drift, and NaN or an infinite
 * number is gone when its row is.
 */
export function sumOf<V>(project: (value: V) => number): Aggregate<V, number> {
  return {
    start() {
      const sum = new ExactSum();
      return {
        add: (value) => sum.add(project(value)),
        remove: (value) => sum.remove(project(value)),
        result: () => sum.result(),
      };
    },
  };
}
