import { longestRise } from './longestRise.ts';
import type { OrderedChange } from './OrderedChangeSet.ts';
import type { OrderedList } from './OrderedList.ts';

/** The changes that lead from one list to another, with as few moves as there can be. Costs O(rows · log rows), and a copy per row that moves. */
export function orderedDifference<K, V>(
  before: OrderedList<K, V>,
  after: OrderedList<K, V>,
): OrderedChange<K, V>[] {
  const changes: OrderedChange<K, V>[] = [];
  const places = new Map(after.keys.map((key, place) => [key, place]));
  const list = before.copy();
  for (let from = list.size - 1; from >= 0; from--) {
    const key = list.keys[from];
    if (places.has(key)) continue;
    changes.push({ type: 'remove', key, previous: list.values[from], from });
    list.remove(from);
  }
  const staying = longestRise(list.keys.map((key) => places.get(key)!));
  const known = new Set(list.keys);
  let index = 0;
  for (let place = 0; place < after.size; place++) {
    const key = after.keys[place];
    const value = after.values[place];
    if (!known.has(key)) {
      changes.push({ type: 'add', key, value, index });
      list.insert(index, key, value);
    } else if (staying.has(place)) {
      // What stands here and does not stay moves behind it.
      while (list.keys[index] !== key) index++;
      const previous = list.values[index];
      if (!Object.is(previous, value)) {
        changes.push({ type: 'update', key, value, previous, from: index, index });
        list.replace(index, value);
      }
    } else {
      const from = list.keys.indexOf(key);
      const previous = list.values[from];
      list.remove(from);
      if (from < index) index--;
      changes.push({ type: 'update', key, value, previous, from, index });
      list.insert(index, key, value);
    }
    index++;
  }
  return changes;
}
