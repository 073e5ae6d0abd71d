import type { Change, ChangeSet } from './ChangeSet.ts';
import type { Comparator } from './Comparator.ts';
import { ComparatorError } from './ComparatorError.ts';
import { isSameKey } from './isSameKey.ts';
import { KeyOrder } from './KeyOrder.ts';
import type { OrderedChange } from './OrderedChangeSet.ts';
import { type Chunk, OrderedRows } from './OrderedRows.ts';
import type { OrderedRowsDraft } from './OrderedRowsDraft.ts';
import { OrderedSet } from './OrderedSet.ts';
import type { SetNumbers } from './SetNumbering.ts';

/** Up to this many changes are always sent one by one. */
const FEW = 32;

interface Row<K, V> {
  readonly key: K;
  readonly value: V;
}

/** Rows in the order of a comparator; rows that it finds equal are in the order of their keys. */
export class SortedRows<K, V> {
  readonly #keyOrder = new KeyOrder<K>();
  #compare: Comparator<V>;
  #rows = OrderedRows.empty<K, V>();
  /** Where the last {@link #seek} ended: a chunk and the offset in it. */
  #chunk = 0;
  #offset = 0;

  constructor(compare: Comparator<V>) {
    this.#compare = compare;
  }

  /**
   * Applies changes. Returns them with their indexes, or a reset where that costs less than a
   * search for each row.
   */
  apply(
    { reset, changes }: Pick<ChangeSet<K, V>, 'reset' | 'changes'>,
    numbers: SetNumbers,
  ): OrderedSet<K, V> {
    const { size } = this.#rows;
    if (reset) return this.#restart(numbers, this.#sorted(rowsOf(changes)));
    if (changes.length > FEW && changes.length * Math.log2(size) > size) {
      return this.#restart(numbers, this.#merged(changes));
    }
    const draft = this.#rows.edit();
    const ordered = changes.map((change) => this.#change(draft, change));
    this.#rows = draft.finish();
    return new OrderedSet(numbers, this.#rows, ordered);
  }

  /** Applies changes, and sorts all rows by another comparator. */
  sortBy(
    compare: Comparator<V>,
    { reset, changes }: Pick<ChangeSet<K, V>, 'reset' | 'changes'>,
    numbers: SetNumbers,
  ): OrderedSet<K, V> {
    this.#compare = compare;
    const rows = reset ? [] : this.#untouched(changes);
    return this.#restart(numbers, this.#sorted(rows.concat(rowsOf(changes))));
  }

  #restart(numbers: SetNumbers, rows: readonly Row<K, V>[]): OrderedSet<K, V> {
    this.#rows = OrderedRows.of(
      rows.map(({ key }) => key),
      rows.map(({ value }) => value),
    );
    return new OrderedSet(numbers, this.#rows);
  }

  #change(draft: OrderedRowsDraft<K, V>, change: Change<K, V>): OrderedChange<K, V> {
    const { key } = change;
    if (change.type === 'add') {
      const { value } = change;
      return { type: 'add', key, value, index: this.#insert(draft, value, key) };
    }
    const { previous } = change;
    const from = this.#remove(draft, previous, key);
    if (change.type === 'remove') return { type: 'remove', key, previous, from };
    const { value } = change;
    return { type: 'update', key, value, previous, from, index: this.#insert(draft, value, key) };
  }

  /** Returns the index of the row. */
  #insert(draft: OrderedRowsDraft<K, V>, value: V, key: K): number {
    this.#seek(draft, value, key);
    draft.insert(this.#chunk, this.#offset, key, value);
    return draft.rowsBefore(this.#chunk) + this.#offset;
  }

  /** Returns the index that the row had. */
  #remove(draft: OrderedRowsDraft<K, V>, value: V, key: K): number {
    this.#seek(draft, value, key);
    const found = draft.chunks[this.#chunk]?.keys[this.#offset];
    if (!isSameKey(found, key)) throw new ComparatorError(key);
    const index = draft.rowsBefore(this.#chunk) + this.#offset;
    draft.remove(this.#chunk, this.#offset);
    return index;
  }

  /**
   * Finds the first row that does not come before the given one: first its chunk, then its offset.
   */
  #seek({ chunks }: OrderedRowsDraft<K, V>, value: V, key: K): void {
    let low = 0;
    let high = chunks.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const chunk = chunks[middle];
      if (this.#order(chunk, chunk.keys.length - 1, value, key) < 0) low = middle + 1;
      else high = middle;
    }
    this.#chunk = low;
    this.#offset = low < chunks.length ? this.#offsetIn(chunks[low], value, key) : 0;
  }

  #offsetIn(chunk: Chunk<K, V>, value: V, key: K): number {
    let low = 0;
    let high = chunk.keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#order(chunk, middle, value, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Below 0 if the row of the chunk comes before the given one. */
  #order({ keys, values }: Chunk<K, V>, index: number, value: V, key: K): number {
    return this.#compare(values[index], value) || this.#keyOrder.compare(keys[index], key);
  }

  #sorted(rows: Row<K, V>[]): Row<K, V>[] {
    return rows.sort((a, b) => this.#orderOf(a, b));
  }

  #orderOf(a: Row<K, V>, b: Row<K, V>): number {
    return this.#compare(a.value, b.value) || this.#keyOrder.compare(a.key, b.key);
  }

  /** The rows after many changes: the untouched rows are in order already. */
  #merged(changes: readonly Change<K, V>[]): Row<K, V>[] {
    const coming = this.#sorted(rowsOf(changes));
    const rows: Row<K, V>[] = [];
    let next = 0;
    for (const staying of this.#untouched(changes)) {
      while (next < coming.length && this.#orderOf(coming[next], staying) < 0) {
        rows.push(coming[next++]);
      }
      rows.push(staying);
    }
    while (next < coming.length) rows.push(coming[next++]);
    return rows;
  }

  #untouched(changes: readonly Change<K, V>[]): Row<K, V>[] {
    const touched = new Set(changes.map(({ key }) => key));
    const rows: Row<K, V>[] = [];
    for (const { keys, values } of this.#rows.chunks) {
      for (let index = 0; index < keys.length; index++) {
        if (!touched.has(keys[index])) rows.push({ key: keys[index], value: values[index] });
      }
    }
    return rows;
  }
}

/** The rows that the changes add or update. */
function rowsOf<K, V>(changes: readonly Change<K, V>[]): Row<K, V>[] {
  const rows: Row<K, V>[] = [];
  for (const change of changes) if (change.type !== 'remove') rows.push(change);
  return rows;
}
