import type { Observable, OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import type { Comparator } from './Comparator.ts';
import { sortChanges } from './sortChanges.ts';
import { windowChanges } from './windowChanges.ts';
import type { WindowedChangeSet } from './WindowedChangeSet.ts';

/**
 * The first `count` rows in the order of the comparator: {@link sortChanges} and {@link
 * windowChanges} in one.
 *
 * @example
 * ```ts
 * const newest$ = changes(store, Todo).pipe(topChanges(10, (a, b) => b.date - a.date), asArray());
 * ```
 */
export function topChanges<K, V>(
  count: number,
  comparator: Comparator<V> | Observable<Comparator<V>>,
): OperatorFunction<ChangeSet<K, V>, WindowedChangeSet<K, V>> {
  return (source) =>
    source.pipe(sortChanges<K, V>(comparator), windowChanges<K, V>({ offset: 0, limit: count }));
}
