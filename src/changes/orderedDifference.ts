import { isSameKey } from './isSameKey.ts';
import { longestRise } from './longestRise.ts';
import type { OrderedChange } from './OrderedChangeSet.ts';
import { OrderedList } from './OrderedList.ts';
import type { OrderedRows } from './OrderedRows.ts';

/**
 * The fewest changes that lead from one list to another. Costs O(rows · log rows), and a walk
 * through the list for each changed row.
 */
export function orderedDifference<K, V>(
  before: OrderedRows<K, V>,
  after: OrderedRows<K, V>,
): OrderedChange<K, V>[] {
  const changes: OrderedChange<K, V>[] = [];
  const [keys, values] = [after.keys(), after.slice()];
  const targets = new Map(keys.map((key, at) => [key, at]));
  const list = new OrderedList(before.keys(), before.slice());
  for (let from = list.size - 1; from >= 0; from--) {
    const key = list.keys[from];
    if (targets.has(key)) continue;
    changes.push({ type: 'remove', key, previous: list.values[from], from });
    list.remove(from);
  }
  const staying = longestRise(unchangedTargets(list, values, targets));
  const known = new Set(list.keys);
  let index = 0;
  for (let target = 0; target < keys.length; target++) {
    const key = keys[target];
    const value = values[target];
    if (!known.has(key)) {
      changes.push({ type: 'add', key, value, index });
      list.insert(index, key, value);
    } else if (staying.has(target)) {
      // Skips rows that will move: a later step moves them.
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

/** The new indexes of the rows that are sent only if they move. */
function unchangedTargets<K, V>(
  list: OrderedList<K, V>,
  values: readonly V[],
  targets: ReadonlyMap<K, number>,
): number[] {
  const unchanged: number[] = [];
  for (const [from, key] of list.keys.entries()) {
    // Removed rows were taken out above.
    const target = targets.get(key)!;
    if (Object.is(list.values[from], values[target])) unchanged.push(target);
  }
  return unchanged;
}
