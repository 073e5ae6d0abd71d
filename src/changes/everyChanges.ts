import { distinctUntilChanged, map, type OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { countOf } from './countOf.ts';
import { totalChanges } from './totalChanges.ts';

/**
 * Whether the predicate is true for all rows; true without rows. Emits at once, then when it
 * changes.
 */
export function everyChanges<K, V>(
  predicate: (value: V) => boolean,
): OperatorFunction<ChangeSet<K, V>, boolean> {
  return (source) =>
    source.pipe(
      totalChanges<K, V, number>(countOf((value) => !predicate(value))),
      map((count) => count === 0),
      distinctUntilChanged(),
    );
}
