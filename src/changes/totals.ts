import { distinctUntilChanged, map, type OperatorFunction } from 'rxjs';
import {
  type Aggregate,
  applyChange,
  averageOf,
  type Comparable,
  countOf,
  isEqualResult,
  maxOf,
  minOf,
  sumOf,
} from './aggregates.ts';
import { type ChangeSet, withoutMoves } from './ChangeSet.ts';
import { foldStage } from './stage.ts';

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
    source.pipe(totalChanges(countOf(predicate)), map(test), distinctUntilChanged());
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
