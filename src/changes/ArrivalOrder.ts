import type { ChangeSet } from './ChangeSet.ts';
import { isOnlyMove } from './isOnlyMove.ts';
import { OrderedList } from './OrderedList.ts';

/** Rows in the order in which their keys came. A row that changes keeps its place; one that went and came again goes last. */
export class ArrivalOrder<K, V> {
  /** The number of each key; the numbers by place only rise, so a place is found by halving. */
  readonly #numbers = new Map<K, number>();
  #list = new OrderedList<number, V>([], []);
  #next = 0;

  /** Takes a set in. Gives whether anything is another. */
  apply(set: ChangeSet<K, V>): boolean {
    if (set.reset) return this.#restart(set);
    let isOther = false;
    for (const change of set.changes) {
      const { key } = change;
      if (change.type === 'update') {
        if (isOnlyMove(change)) continue;
        this.#list.replace(this.#placeOf(key), change.value);
      } else if (change.type === 'remove') {
        this.#list.remove(this.#placeOf(key));
        this.#numbers.delete(key);
      } else {
        this.#add(key, change.value);
      }
      isOther = true;
    }
    return isOther;
  }

  /** All rows. */
  toArray(): readonly V[] {
    return this.#list.handOut();
  }

  #restart({ changes }: ChangeSet<K, V>): boolean {
    this.#numbers.clear();
    this.#list = new OrderedList<number, V>([], []);
    this.#next = 0;
    for (const change of changes) if (change.type === 'add') this.#add(change.key, change.value);
    return true;
  }

  #add(key: K, value: V): void {
    const number = this.#next++;
    this.#numbers.set(key, number);
    this.#list.insert(this.#list.size, number, value);
  }

  #placeOf(key: K): number {
    const number = this.#numbers.get(key) ?? -1;
    const { keys } = this.#list;
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keys[middle] < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
