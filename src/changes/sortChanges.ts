import { isObservable, type Observable, type OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { changesInput } from './changesInput.ts';
import { changesStage } from './changesStage.ts';
import type { Comparator } from './Comparator.ts';
import { inputsStage } from './inputsStage.ts';
import { isOnlyMove } from './isOnlyMove.ts';
import { MergedChanges } from './MergedChanges.ts';
import type { OrderedChangeSet } from './OrderedChangeSet.ts';
import { parameterInput } from './parameterInput.ts';
import { SetNumbering } from './SetNumbering.ts';
import { SortedRows } from './SortedRows.ts';

/**
 * The rows in the order of the comparator; rows that it finds equal are in the order of their keys.
 * The sets also say from which index to which each row goes, and give the whole list. A changed row
 * costs a binary search. When many rows change at once – more than 32, and m · log₂(n) above n –
 * they are merged in and sent as a reset; a new comparator of a stream sorts anew and is a reset,
 * too. If the comparator reads something outside of the rows, a row may not be found: {@link
 * ComparatorError}. `asArray` and `windowChanges` use the order; `filterChanges`, `mapChanges` and
 * others ignore it, so sort last.
 *
 * @example
 * ```ts
 * const byDate$ = changes(store, Todo).pipe(sortChanges((a, b) => a.date - b.date), asArray());
 * ```
 */
export function sortChanges<K, V>(
  comparator: Comparator<V> | Observable<Comparator<V>>,
): OperatorFunction<ChangeSet<K, V>, OrderedChangeSet<K, V>> {
  return isObservable(comparator) ? sortByStream(comparator) : sortBy(comparator);
}

function sortBy<K, V>(
  comparator: Comparator<V>,
): OperatorFunction<ChangeSet<K, V>, OrderedChangeSet<K, V>> {
  return changesStage((subscriber) => {
    const numbering = new SetNumbering();
    const rows = new SortedRows<K, V>(comparator);
    return (set) => {
      const changes = set.changes.some(isOnlyMove)
        ? set.changes.filter((change) => !isOnlyMove(change))
        : set.changes;
      if (!set.reset && changes.length === 0) return;
      const { reset, version } = set;
      subscriber.next(rows.apply({ reset, changes }, numbering.follow(version)));
    };
  });
}

function sortByStream<K, V>(
  comparator$: Observable<Comparator<V>>,
): OperatorFunction<ChangeSet<K, V>, OrderedChangeSet<K, V>> {
  return (source) =>
    inputsStage<OrderedChangeSet<K, V>>((subscriber) => {
      const numbering = new SetNumbering();
      const merged = new MergedChanges<K, V>();
      let version = 0;
      let comparator: Comparator<V>;
      let sorted: { readonly by: Comparator<V>; readonly rows: SortedRows<K, V> } | undefined;

      return {
        inputs: [
          changesInput(source, (set) => {
            merged.add(set);
            version = Math.max(version, set.version);
          }),
          parameterInput(comparator$, (next) => (comparator = next)),
        ],
        emit() {
          const isNewComparator = sorted !== undefined && sorted.by !== comparator;
          if (merged.isEmpty && !isNewComparator) return;
          const set = merged.take();
          const numbers = numbering.follow(version);
          const rows: SortedRows<K, V> = sorted?.rows ?? new SortedRows(comparator);
          sorted = { by: comparator, rows };
          subscriber.next(
            isNewComparator ? rows.sortBy(comparator, set, numbers) : rows.apply(set, numbers),
          );
        },
      };
    });
}
