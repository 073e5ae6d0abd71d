/** The members of a longest increasing subsequence. The numbers must be distinct. */
export function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  // Per subsequence length minus one: the index of the smallest number that ends such a
  // subsequence.
  const ends: number[] = [];
  const before: number[] = [];
  for (let index = 0; index < numbers.length; index++) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (numbers[ends[middle]] < numbers[index]) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? ends[low - 1] : -1;
    ends[low] = index;
  }
  const rise = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]) rise.add(numbers[index]);
  return rise;
}
