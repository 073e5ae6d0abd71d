import type { OperatorFunction } from 'rxjs';
import { type Aggregate, applyChange, isEqualResult, ProjectionError } from './aggregates.ts';
import type { AnyChangeSet, Change, ChangeSet, KeyOf, RowOf } from './ChangeSet.ts';
import { GroupedRows } from './GroupedRows.ts';
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
): OperatorFunction<S, ChangeSet<G, A>>;
export function aggregateChanges(
  by: (value: unknown, key: unknown) => unknown,
  aggregate: Aggregate<unknown, unknown>,
): OperatorFunction<AnyChangeSet, AnyChangeSet> {
  return rowsStage<AnyChangeSet, unknown, unknown>((output) => {
    const groups = new GroupedRows(by, () => {
      const accumulator = aggregate.start();
      const take = (change: Change<unknown, unknown>): void => applyChange(accumulator, change);
      return { take, result: () => accumulator.result() };
    });
    return (changes) => {
      for (const { key, size, state } of groups.take(changes)) {
        if (size === 0) output.hide(key);
        else output.show(key, state.result());
      }
    };
  }, isEqualResult(aggregate));
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
  return rowsStage<ChangeSet<K, V>, D, D>((output) => {
    const counts = new Map<D, number>();
    return (changes) => {
      const touched = new Set<D>();
      const count = (value: D, by: 1 | -1): void => {
        const next = (counts.get(value) ?? 0) + by;
        if (next < 0) throw new ProjectionError();
        counts.set(value, next);
        touched.add(value);
      };
      for (const change of changes) {
        if (change.type !== 'add') count(project(change.previous, change.key), -1);
        if (change.type !== 'remove') count(project(change.value, change.key), 1);
      }
      for (const value of touched) {
        if (counts.get(value) !== 0) output.show(value, value);
        else if (counts.delete(value)) output.hide(value);
      }
    };
  });
}
