import type { Aggregate } from './Aggregate.ts';

/** How many rows there are, or for how many the predicate is true. */
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
