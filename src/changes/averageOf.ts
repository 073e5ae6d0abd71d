import type { Aggregate } from './Aggregate.ts';
import { ExactSum } from './ExactSum.ts';

/** The mean of a number of each row; `undefined` without rows. */
export function averageOf<V>(project: (value: V) => number): Aggregate<V, number | undefined> {
  return {
    start() {
      const sum = new ExactSum();
      let count = 0;
      return {
        add(value) {
          sum.add(project(value));
          count++;
        },
        remove(value) {
          sum.remove(project(value));
          count--;
        },
        result: () => (count === 0 ? undefined : sum.result() / count),
      };
    },
  };
}
