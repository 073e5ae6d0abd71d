import type { Aggregate } from './Aggregate.ts';

/** Counts the rows, or those for which the predicate is true. */
export function countOf<V>(predicate?: (value: V) => boolean): Aggregate<V, number> {
  return {
    start() {
      let count = 0;
      return {
        add(value) {
          if (!predicate || predicate(value)) count++;
        },
        remove(value) {
          if (!predicate || predicate(value)) count--;
        },
        result: () => count,
      };
    },
  };
}
