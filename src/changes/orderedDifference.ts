import { longestRise } from './longestRise.ts';
import type { OrderedChange } from './OrderedChangeSet.ts';
import type { OrderedList } from './OrderedList.ts';

/**
 * The changes that lead from one list to another, as few as there can be. Costs O(rows · log rows), and for each row that changes a walk through the list.
 */
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
  const staying = longestRise(unchangedPlaces(list, after, places));
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

/** Where the rows go that are told of only if they move. */
function unchangedPlaces<K, V>(
  list: OrderedList<K, V>,
  after: OrderedList<K, V>,
  places: ReadonlyMap<K, number>,
): number[] {
  const unchanged: number[] = [];
  for (const [from, key] of list.keys.entries()) {
    // What has gone was taken out.
    const place = places.get(key)!;
    if (Object.is(list.values[from], after.values[place])) unchanged.push(place);
  }
  return unchanged;
}
