import { distinctUntilChanged, map, type OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { countOf } from './countOf.ts';
import { totalChanges } from './totalChanges.ts';

/** Whether the predicate is true for any row. Emits at once, then when it changes. */
export function someChanges<K, V>(
  predicate: (value: V) => boolean,
): OperatorFunction<ChangeSet<K, V>, boolean> {
  return (source) =>
    source.pipe(
      totalChanges<K, V, number>(countOf(predicate)),
      map((count) => count > 0),
      distinctUntilChanged(),
    );
}
