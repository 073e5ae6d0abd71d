import type { OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { ChangesOutput } from './ChangesOutput.ts';
import { changesStage } from './changesStage.ts';
import { isOnlyMove } from './isOnlyMove.ts';
import { ProjectionError } from './ProjectionError.ts';
import { ShownRows } from './ShownRows.ts';

/**
 * The distinct values of the rows: a value is added with its first row and removed with its last.
 * It is both key and value of the result. `project` must depend on the row only.
 *
 * @example
 * ```ts
 * const tags$ = changes(store, Todo).pipe(distinctChanges((todo) => todo.tag), asArray());
 * ```
 */
export function distinctChanges<K, V, D>(
  project: (value: V, key: K) => D,
): OperatorFunction<ChangeSet<K, V>, ChangeSet<D, D>> {
  return changesStage((subscriber) => {
    const output = new ChangesOutput<D, D>(subscriber);
    let counts = new Map<D, number>();
    let shown = new ShownRows<D, D>();
    return (set) => {
      if (set.reset) {
        counts = new Map();
        shown = new ShownRows();
      }
      const touched = new Set<D>();
      const count = (value: D, by: 1 | -1): void => {
        const next = (counts.get(value) ?? 0) + by;
        if (next < 0) throw new ProjectionError();
        if (next === 0) counts.delete(value);
        else counts.set(value, next);
        touched.add(value);
      };
      for (const change of set.changes) {
        if (isOnlyMove(change)) continue;
        if (change.type !== 'add') count(project(change.previous, change.key), -1);
        if (change.type !== 'remove') count(project(change.value, change.key), 1);
      }
      for (const value of touched) {
        if (counts.has(value)) shown.show(value, value);
        else shown.hide(value);
      }
      output.send(set.reset, set.version, shown.take());
    };
  });
}
