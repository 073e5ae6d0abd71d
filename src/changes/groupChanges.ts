import type { OperatorFunction } from 'rxjs';
import type { Change, ChangeSet } from './ChangeSet.ts';
import { ChangesOutput } from './ChangesOutput.ts';
import { changesStage } from './changesStage.ts';
import type { Group } from './Group.ts';
import { GroupedRows } from './GroupedRows.ts';

/**
 * Groups the rows: each group has a stream of its own changes. `by` is called once per changed row.
 * Each commit first sends the groups that were added and removed, then the changes in each group,
 * then completes the empty groups. A reset makes new groups.
 *
 * @example
 * ```ts
 * const byOwner$ = changes(store, Task).pipe(groupChanges((task) => task.owner));
 * ```
 */
export function groupChanges<K, V, G>(
  by: (value: V, key: K) => G,
): OperatorFunction<ChangeSet<K, V>, ChangeSet<G, Group<G, K, V>>> {
  return changesStage((subscriber) => {
    const output = new ChangesOutput<G, Group<G, K, V>>(subscriber);
    let grouped = new GroupedRows(by);
    // Without a subscriber of the outer stream, groups receive no more changes.
    subscriber.add(() => grouped.end());
    return {
      take(set) {
        const before = grouped;
        if (set.reset) grouped = new GroupedRows(by);
        const now = grouped;
        const outer: Change<G, Group<G, K, V>>[] = now.take(set.changes);
        output.send(set.reset, set.version, outer);
        if (set.reset) before.end();
        now.emit(set.version);
      },
      end: (error) => grouped.end(error),
    };
  });
}
