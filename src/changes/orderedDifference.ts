import { isSameKey } from './ChangeSet.ts';
import { lowerBound } from './lowerBound.ts';
import type { OrderedChange } from './OrderedChangeSet.ts';
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
  const list: (readonly [key: K, value: V])[] = [];
  before.forEach((key, value) => list.push([key, value]));
  for (let from = list.length - 1; from >= 0; from--) {
    const [key, previous] = list[from];
    if (targets.has(key)) continue;
    changes.push({ type: 'remove', key, previous, from });
    list.splice(from, 1);
  }
  const staying = longestRise(
    // Removed rows were taken out above. Changed rows are sent in any case.
    list.flatMap(([key, value]) => {
      const target = targets.get(key)!;
      return Object.is(value, values[target]) ? target : [];
    }),
  );
  const known = new Set(list.map(([key]) => key));
  let index = 0;
  for (let target = 0; target < keys.length; target++) {
    const key = keys[target];
    const value = values[target];
    if (!known.has(key)) {
      changes.push({ type: 'add', key, value, index });
      list.splice(index, 0, [key, value]);
    } else if (staying.has(target)) {
      // Skips rows that will move: a later step moves them.
      while (!isSameKey(list[index][0], key)) index++;
    } else {
      const from = list.findIndex(([other]) => isSameKey(other, key));
      const [[, previous]] = list.splice(from, 1);
      if (from < index) index--;
      changes.push({ type: 'update', key, value, previous, from, index });
      list.splice(index, 0, [key, value]);
    }
    index++;
  }
  return changes;
}

/** The members of a longest increasing subsequence. The numbers must be distinct. */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  // Per subsequence length minus one: the index of the smallest number that ends such a
  // subsequence.
  const ends: number[] = [];
  const before: number[] = [];
  for (let index = 0; index < numbers.length; index++) {
    const length = lowerBound(ends.length, (at) => numbers[ends[at]] < numbers[index]);
    before[index] = length > 0 ? ends[length - 1] : -1;
    ends[length] = index;
  }
  const rise = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]) rise.add(numbers[index]);
  return rise;
}
