/** A value that `<` can order. NaN and invalid dates are skipped. */
export type Comparable = number | string | bigint | Date;

/** Whether `a` comes before `b`. */
export function isBefore(a: Comparable, b: Comparable): boolean {
  return a < b;
}

/** False for NaN and invalid dates. */
export function isOrderable(value: Comparable): boolean {
  return typeof value === 'string' || typeof value === 'bigint' || !Number.isNaN(Number(value));
}
