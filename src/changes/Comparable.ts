/** What `<` puts in order. NaN and invalid dates are passed over. */
export type Comparable = number | string | bigint | Date;

/** Whether one comes before the other. */
export function isBefore(a: Comparable, b: Comparable): boolean {
  return a < b;
}

/** Whether a value has a place in the order. */
export function hasPlace(value: Comparable): boolean {
  return typeof value === 'string' || typeof value === 'bigint' || !Number.isNaN(Number(value));
}
