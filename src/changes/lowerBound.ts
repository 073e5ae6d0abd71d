/**
 * The first index of a sorted list whose member does not come before a place; `length` if all do.
 * `isBefore` says whether the member at an index does.
 */
export function lowerBound(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
