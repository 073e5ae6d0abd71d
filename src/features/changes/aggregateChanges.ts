import { distinctUntilChanged, map, type OperatorFunction } from 'rxjs';
import { toObservable } from '../../kernel/requests/toObservable.ts';
import {
  type Aggregate,
  applyChange,
  averageOf,
  type Comparable,
  countOf,
  isEqualResult,
  maxOf,
  minOf,
  ProjectionError,
  sumOf,
} from './aggregates.ts';
import {
  type AnyChangeSet,
  type Change,
  type ChangeSet,
  type KeyOf,
  type RowOf,
  withoutMoves,
} from './ChangeSet.ts';
import { GroupedRows, type RowGroup } from './groupChanges.ts';
import { isSameKey } from './KeyMap.ts';
import { rowsStage } from './RowsOutput.ts';
import { foldStage } from './stage.ts';

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

/** The number of rows: emits at once, then when it changes. */
export function countChanges<K, V>(): OperatorFunction<ChangeSet<K, V>, number> {
  return totalChanges(countOf());
}

/**
 * The sum of a number of each row: emits at once, then when it changes. Exact: it does not drift,
 * and NaN or an infinite number is gone when its row is. `project` must depend on the row only.
 */
export function sumChanges<K, V>(
  project: (value: V) => number,
): OperatorFunction<ChangeSet<K, V>, number> {
  return totalChanges(sumOf(project));
}

/**
 * The mean of a number of each row, `undefined` without rows: emits at once, then when it changes.
 */
export function averageChanges<K, V>(
  project: (value: V) => number,
): OperatorFunction<ChangeSet<K, V>, number | undefined> {
  return totalChanges(averageOf(project));
}

/**
 * The smallest of a value of each row, `undefined` if there is none: emits at once, then when it
 * changes. NaN and invalid dates are skipped. If `project` depends on more than the row, removing
 * the value fails with a {@link ProjectionError}.
 */
export function minChanges<K, V, T extends Comparable>(
  project: (value: V) => T,
): OperatorFunction<ChangeSet<K, V>, T | undefined> {
  return totalChanges(minOf(project));
}

/**
 * The greatest of a value of each row, `undefined` if there is none: emits at once, then when it
 * changes. NaN and invalid dates are skipped. If `project` depends on more than the row, removing
 * the value fails with a {@link ProjectionError}.
 */
export function maxChanges<K, V, T extends Comparable>(
  project: (value: V) => T,
): OperatorFunction<ChangeSet<K, V>, T | undefined> {
  return totalChanges(maxOf(project));
}

/** Whether the predicate is true for any row. Emits at once, then when it changes. */
export function someChanges<K, V>(
  predicate: (value: V) => boolean,
): OperatorFunction<ChangeSet<K, V>, boolean> {
  return testCount(predicate, (count) => count > 0);
}

/**
 * Whether the predicate is true for all rows; true without rows. Emits at once, then when it
 * changes.
 */
export function everyChanges<K, V>(
  predicate: (value: V) => boolean,
): OperatorFunction<ChangeSet<K, V>, boolean> {
  return testCount(
    (value) => !predicate(value),
    (count) => count === 0,
  );
}

/** What the number of rows for which the predicate is true says. */
function testCount<K, V>(
  predicate: (value: V) => boolean,
  test: (count: number) => boolean,
): OperatorFunction<ChangeSet<K, V>, boolean> {
  return (source) =>
    toObservable(source).pipe(totalChanges(countOf(predicate)), map(test), distinctUntilChanged());
}

/** Aggregates all rows: emits the first result at once, then when it changes. */
function totalChanges<K, V, A>(aggregate: Aggregate<V, A>): OperatorFunction<ChangeSet<K, V>, A> {
  return foldStage(() => {
    let accumulator = aggregate.start();
    return ({ reset, changes }) => {
      if (reset) accumulator = aggregate.start();
      for (const change of withoutMoves(changes)) applyChange(accumulator, change);
      return accumulator.result();
    };
  }, isEqualResult(aggregate));
}
