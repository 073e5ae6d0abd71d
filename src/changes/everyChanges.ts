import { distinctUntilChanged, map, type OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { countOf } from './countOf.ts';
import { totalChanges } from './totalChanges.ts';

/** Whether the predicate is true for all rows, also if there is none: at once, then each time it is other than before. */
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
