import type { OperatorFunction } from 'rxjs';
import { DEVELOPMENT } from '../shared/development.ts';
import { sameMembers } from '../shared/sameMembers.ts';
import { applyChanges, type ChangeSet } from './ChangeSet.ts';
import { foldStage } from './stage.ts';
import { isOrdered } from './OrderedChangeSet.ts';

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
  return foldStage(() => {
    /** A map has the order in which keys were added: an updated row keeps its index. */
    const rows = new Map<K, V>();
    return (set, last) => {
      const array = isOrdered(set) ? set.toArray() : arrayAfter(set, rows);
      return set.reset && sameMembers(last, array) ? last! : array;
    };
  });
}

function arrayAfter<K, V>(set: ChangeSet<K, V>, rows: Map<K, V>): readonly V[] {
  applyChanges(rows, set);
  const array = Array.from(rows.values());
  return DEVELOPMENT ? Object.freeze(array) : array;
}
