import type { OrderedChange } from './OrderedChangeSet.ts';
import type { OrderedRows } from './OrderedRows.ts';
import { OrderedSet } from './OrderedSet.ts';
import type { SetNumbers } from './SetNumbering.ts';
import type { WindowedChangeSet } from './WindowedChangeSet.ts';

/** A {@link WindowedChangeSet}; a reset without `changes`. */
export class WindowSet<K, V> extends OrderedSet<K, V> implements WindowedChangeSet<K, V> {
  readonly total: number;
  readonly offset: number;

  constructor(
    numbers: SetNumbers,
    rows: OrderedRows<K, V>,
    place: { readonly total: number; readonly offset: number },
    changes?: readonly OrderedChange<K, V>[],
  ) {
    super(numbers, rows, changes);
    this.total = place.total;
    this.offset = place.offset;
  }
}
