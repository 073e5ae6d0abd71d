import type { OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { ArrivalOrder } from './ArrivalOrder.ts';
import { changesStage } from './changesStage.ts';
import { isOrdered } from './isOrdered.ts';
import type { OrderedChangeSet } from './OrderedChangeSet.ts';

/**
 * The rows as an array: sorted rows in their order, others in the order in which they were added. A
 * new array only if a row or its index changed; rows keep their references, and emitted arrays are
 * never changed (frozen in development). Costs one copy of the references per emission.
 *
 * @example
 * ```ts
 * const open$ = changes(store, Todo).pipe(filterChanges((todo) => !todo.done), asArray());
 * ```
 */
export function asArray<K, V>(): OperatorFunction<ChangeSet<K, V>, readonly V[]> {
  return changesStage((subscriber) => {
    let arrival: ArrivalOrder<K, V> | undefined;
    let last: readonly V[] | undefined;

    function arrayOf(set: ChangeSet<K, V> | OrderedChangeSet<K, V>): readonly V[] | undefined {
      if (isOrdered(set)) return set.reset || movesAny(set) ? set.toArray() : last;
      arrival ??= new ArrivalOrder();
      return arrival.apply(set) ? arrival.toArray() : last;
    }

    return (set) => {
      const array = arrayOf(set);
      if (!array || array === last || (set.reset && last && areSame(last, array))) return;
      last = array;
      subscriber.next(array);
    };
  });
}

function movesAny<K, V>({ changes }: OrderedChangeSet<K, V>): boolean {
  return changes.some(
    (change) =>
      change.type !== 'update' ||
      change.from !== change.index ||
      !Object.is(change.value, change.previous),
  );
}

function areSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, index) => Object.is(value, b[index]));
}
