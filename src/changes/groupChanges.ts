import type { OperatorFunction } from 'rxjs';
import type { Change, ChangeSet } from './ChangeSet.ts';
import { ChangesOutput } from './ChangesOutput.ts';
import { changesStage } from './changesStage.ts';
import type { Group } from './Group.ts';
import { GroupedRows } from './GroupedRows.ts';

/**
 * The rows by what they have in common: each group with a stream of its own changes. `by` is called once per row that changed. Of one commit come
 * first the groups that came and went, then what changed in each group, then the end of those that are empty. A reset begins with other groups.
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
    // Groups have nobody to hear of changes from when nobody listens to the outer stream.
    subscriber.add(() => grouped.end());
    return {
      take(set) {
        const before = grouped;
        if (set.reset) grouped = new GroupedRows(by);
        const now = grouped;
        const outer: Change<G, Group<G, K, V>>[] = now.take(set.changes);
        output.send(set.reset, set.version, outer);
        if (set.reset) before.end();
        now.tell(set.version);
      },
      end: (error) => grouped.end(error),
    };
  });
}
