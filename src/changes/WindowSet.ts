import type { OrderedChange } from './OrderedChangeSet.ts';
import type { OrderedRows } from './OrderedRows.ts';
import { OrderedSet } from './OrderedSet.ts';
import type { SetNumbers } from './SetNumbering.ts';
import type { WindowedChangeSet } from './WindowedChangeSet.ts';

/** A {@link WindowedChangeSet}. Without `changes`, the set is a reset. */
export class WindowSet<K, V> extends OrderedSet<K, V> implements WindowedChangeSet<K, V> {
  readonly total: number;
  readonly offset: number;

  constructor(
    numbers: SetNumbers,
    rows: OrderedRows<K, V>,
    position: { readonly total: number; readonly offset: number },
    changes?: readonly OrderedChange<K, V>[],
  ) {
    super(numbers, rows, changes);
    this.total = position.total;
    this.offset = position.offset;
  }
}
