import { isSameKey } from './isSameKey.ts';
import { longestRise } from './longestRise.ts';
import type { OrderedChange } from './OrderedChangeSet.ts';
import { OrderedList } from './OrderedList.ts';
import type { OrderedRows } from './OrderedRows.ts';

/**
 * The changes that lead from one list to another, as few as there can be. Costs O(rows · log rows), and for each row that changes a walk through the list.
 */
export function orderedDifference<K, V>(
  before: OrderedRows<K, V>,
  after: OrderedRows<K, V>,
): OrderedChange<K, V>[] {
  const changes: OrderedChange<K, V>[] = [];
  const [keys, values] = [after.keys(), after.slice()];
  const places = new Map(keys.map((key, place) => [key, place]));
  const list = new OrderedList(before.keys(), before.slice());
  for (let from = list.size - 1; from >= 0; from--) {
    const key = list.keys[from];
    if (places.has(key)) continue;
    changes.push({ type: 'remove', key, previous: list.values[from], from });
    list.remove(from);
  }
  const staying = longestRise(unchangedPlaces(list, values, places));
  const known = new Set(list.keys);
  let index = 0;
  for (let place = 0; place < keys.length; place++) {
    const key = keys[place];
    const value = values[place];
    if (!known.has(key)) {
      changes.push({ type: 'add', key, value, index });
      list.insert(index, key, value);
    } else if (staying.has(place)) {
      // What stands here and does not stay moves behind it.
      while (!isSameKey(list.keys[index], key)) index++;
    } else {
      const from = list.keys.findIndex((other) => isSameKey(other, key));
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
  values: readonly V[],
  places: ReadonlyMap<K, number>,
): number[] {
  const unchanged: number[] = [];
  for (const [from, key] of list.keys.entries()) {
    // What has gone was taken out.
    const place = places.get(key)!;
    if (Object.is(list.values[from], values[place])) unchanged.push(place);
  }
  return unchanged;
}
