/** The members of a longest part of the list that only rises. The numbers are different ones. */
export function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  // By length less one: the place of the smallest number that such a part ends with.
  const ends: number[] = [];
  const before: number[] = [];
  for (let place = 0; place < numbers.length; place++) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (numbers[ends[middle]] < numbers[place]) low = middle + 1;
      else high = middle;
    }
    before[place] = low > 0 ? ends[low - 1] : -1;
    ends[low] = place;
  }
  const rise = new Set<number>();
  for (let place = ends.at(-1) ?? -1; place >= 0; place = before[place]) rise.add(numbers[place]);
  return rise;
}
