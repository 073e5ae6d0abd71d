import type { OperatorFunction } from 'rxjs';
import { type Aggregate, applyChange, isEqualResult, ProjectionError } from './aggregates.ts';
import {
  type AnyChangeSet,
  type Change,
  type ChangeSet,
  isSameKey,
  type KeyOf,
  type RowOf,
} from './ChangeSet.ts';
import { GroupedRows, type RowGroup } from './GroupedRows.ts';
import { rowsStage } from './RowsOutput.ts';

/**
 * Aggregates the rows of each group: one result per group key. `by` is called once per changed row.
 * A group exists while it has rows, and is sent when its result changes.
 *
 * @example
 * ```ts
 * const hours$ = changes(store, Task).pipe(aggregateChanges((task) => task.owner, sumOf((task) => task.hours)));
 * ```
 */
export function aggregateChanges<S extends AnyChangeSet, G, A>(
  by: (value: RowOf<S>, key: KeyOf<S>) => G,
  aggregate: Aggregate<RowOf<S>, A>,
): OperatorFunction<S, ChangeSet<G, A>> {
  type Groups = GroupedRows<KeyOf<S>, RowOf<S>, RowGroup<G, ReturnType<typeof aggregate.start>>>;
  const newGroups = (): Groups => new GroupedRows(by, () => aggregate.start(), applyChange);
  const rows = groupsStage(
    newGroups,
    (accumulator) => accumulator.result(),
    isEqualResult(aggregate),
  );
  // The cast holds: `by` and the aggregate are called with keys and rows of `S`.
  return rows as OperatorFunction<AnyChangeSet, ChangeSet<G, A>>;
}

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
  const check = (value: D, change: Change<K, V>): void => {
    if (change.type === 'add' || isSameKey(project(change.previous, change.key), value)) return;
    throw new ProjectionError();
  };
  const newGroups = () => new GroupedRows<K, V, RowGroup<D, D>>(project, (value) => value, check);
  return groupsStage(newGroups, (value) => value);
}

/** A row for each group. */
function groupsStage<K, V, G, S, R>(
  newGroups: () => GroupedRows<K, V, RowGroup<G, S>>,
  rowOf: (state: S) => R,
  equal?: (previous: R, next: R) => boolean,
): OperatorFunction<ChangeSet<K, V>, ChangeSet<G, R>> {
  return rowsStage<ChangeSet<K, V>, G, R>((output) => {
    const groups = newGroups();
    return (changes) => {
      for (const { key, size, state } of groups.take(changes)) {
        if (size === 0) output.hide(key);
        else output.show(key, rowOf(state));
      }
    };
  }, equal);
}
