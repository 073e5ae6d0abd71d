import type { Change, ChangeSet } from '../store/ChangeSet.ts';
import type { Comparator } from './Comparator.ts';
import { ComparatorError } from './ComparatorError.ts';
import { KeyOrder } from './KeyOrder.ts';
import type { OrderedChange } from './OrderedChangeSet.ts';
import { OrderedList } from './OrderedList.ts';
import { OrderedSet } from './OrderedSet.ts';
import type { SetNumbers } from './SetNumbering.ts';

/** So few changes are always told one by one. */
const FEW = 32;

interface Row<K, V> {
  readonly key: K;
  readonly value: V;
}

/** Rows in the order of a comparator; rows that it finds equal in the order of their keys. */
export class SortedRows<K, V> {
  readonly #keyOrder = new KeyOrder<K>();
  #compare: Comparator<V>;
  #list = new OrderedList<K, V>([], []);
  #last: OrderedSet<K, V> | undefined;

  constructor(compare: Comparator<V>) {
    this.#compare = compare;
  }

  /** Takes changes in: gives what changed, or everything anew where that is less work than to look for each place. */
  apply(
    { reset, changes }: Pick<ChangeSet<K, V>, 'reset' | 'changes'>,
    numbers: SetNumbers,
  ): OrderedSet<K, V> {
    const { size } = this.#list;
    if (reset) return this.#restart(numbers, this.#sorted(rowsOf(changes)));
    if (changes.length > FEW && changes.length * Math.log2(size) > size) {
      return this.#restart(numbers, this.#merged(changes));
    }
    const ordered: OrderedChange<K, V>[] = [];
    const next = new OrderedSet(numbers, this.#list, ordered);
    this.#last?.supersede(next);
    this.#last = next;
    for (const change of changes) ordered.push(this.#change(change));
    return next;
  }

  /** Takes changes in, and sorts everything by another comparator. */
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
    // Earlier sets keep the list they know.
    this.#list = new OrderedList(
      rows.map(({ key }) => key),
      rows.map(({ value }) => value),
    );
    return (this.#last = new OrderedSet(numbers, this.#list));
  }

  #change(change: Change<K, V>): OrderedChange<K, V> {
    const { key } = change;
    if (change.type === 'add') {
      const index = this.#placeFor(change.value, key);
      this.#list.insert(index, key, change.value);
      return { type: 'add', key, value: change.value, index };
    }
    const { previous } = change;
    const from = this.#placeOf(previous, key);
    if (change.type === 'remove') {
      this.#list.remove(from);
      return { type: 'remove', key, previous, from };
    }
    const { value } = change;
    let index = from;
    if (this.#fits(value, key, from)) {
      this.#list.replace(from, value);
    } else {
      this.#list.remove(from);
      index = this.#placeFor(value, key);
      this.#list.insert(index, key, value);
    }
    return { type: 'update', key, value, previous, from, index };
  }

  /** Whether a row belongs between the neighbours of a place. */
  #fits(value: V, key: K, place: number): boolean {
    const { size } = this.#list;
    if (place > 0 && this.#order(place - 1, value, key) > 0) return false;
    return place === size - 1 || this.#order(place + 1, value, key) > 0;
  }

  #placeOf(value: V, key: K): number {
    const place = this.#placeFor(value, key);
    const found = this.#list.keys[place];
    if (found !== key && !Object.is(found, key)) throw new ComparatorError(key);
    return place;
  }

  /** The first place whose row does not come before this one. */
  #placeFor(value: V, key: K): number {
    let low = 0;
    let high = this.#list.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#order(middle, value, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Below 0 if the row at the place comes before the one given. */
  #order(place: number, value: V, key: K): number {
    const { keys, values } = this.#list;
    return this.#compare(values[place], value) || this.#keyOrder.compare(keys[place], key);
  }

  #sorted(rows: Row<K, V>[]): Row<K, V>[] {
    return rows.sort((a, b) => this.#orderOf(a, b));
  }

  #orderOf(a: Row<K, V>, b: Row<K, V>): number {
    return this.#compare(a.value, b.value) || this.#keyOrder.compare(a.key, b.key);
  }

  /** The rows with many changes: those that stay are in order already. */
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
    const { keys, values } = this.#list;
    const touched = new Set(changes.map(({ key }) => key));
    const rows: Row<K, V>[] = [];
    for (let place = 0; place < keys.length; place++) {
      if (!touched.has(keys[place])) rows.push({ key: keys[place], value: values[place] });
    }
    return rows;
  }
}

/** The rows that are there after the changes. */
function rowsOf<K, V>(changes: readonly Change<K, V>[]): Row<K, V>[] {
  const rows: Row<K, V>[] = [];
  for (const change of changes) if (change.type !== 'remove') rows.push(change);
  return rows;
}
