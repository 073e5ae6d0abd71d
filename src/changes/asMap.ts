import type { OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { changesStage } from './changesStage.ts';
import { SnapshotMap } from './SnapshotMap.ts';

/**
 * The rows as a map, in the order in which their keys were added. A new map only if a row changed.
 * Emitted maps never change. Maps share their unchanged rows: a new map costs what changed.
 *
 * @example
 * ```ts
 * const users$ = changes(store, User).pipe(asMap());
 * ```
 */
export function asMap<K, V>(): OperatorFunction<ChangeSet<K, V>, ReadonlyMap<K, V>> {
  return changesStage((subscriber) => {
    let map = SnapshotMap.empty<K, V>();
    let isFirst = true;
    return (set) => {
      const next = map.after(set);
      const isSame = next === map || (set.reset && next.equals(map));
      if (isSame && !isFirst) return;
      isFirst = false;
      map = next;
      subscriber.next(map);
    };
  });
}
