/** Numbers from here on are scaled down, so that no intermediate sum is infinite. */
const HUGE = 2 ** 960;
const SCALE = 2 ** -100;

/**
 * A sum of numbers that can be removed again. It is exact: however many numbers are added and
 * removed, only the result is rounded, once. NaN and infinite numbers are counted, so they leave no
 * trace when they are removed.
 */
export class ExactSum {
  readonly #parts: number[] = [];
  readonly #hugeParts: number[] = [];
  #nans = 0;
  #infinities = 0;
  #negativeInfinities = 0;

  add(value: number): void {
    this.#take(value, 1);
  }

  remove(value: number): void {
    this.#take(value, -1);
  }

  result(): number {
    if (this.#nans > 0 || (this.#infinities > 0 && this.#negativeInfinities > 0)) return NaN;
    if (this.#infinities > 0) return Infinity;
    if (this.#negativeInfinities > 0) return -Infinity;
    if (this.#hugeParts.length === 0) return rounded(this.#parts);
    const all = this.#hugeParts.slice();
    for (const part of this.#parts) addTo(all, part * SCALE);
    return rounded(all) / SCALE;
  }

  #take(value: number, sign: 1 | -1): void {
    if (Number.isNaN(value)) this.#nans += sign;
    else if (value === Infinity) this.#infinities += sign;
    else if (value === -Infinity) this.#negativeInfinities += sign;
    else if (Math.abs(value) < HUGE) addTo(this.#parts, sign * value);
    else addTo(this.#hugeParts, sign * value * SCALE);
  }
}

/** Adds a number to non-overlapping parts, smallest first, whose sum is exact. */
function addTo(parts: number[], value: number): void {
  let high = value;
  let kept = 0;
  for (const part of parts) {
    const sum = high + part;
    const [large, small] = Math.abs(high) < Math.abs(part) ? [part, high] : [high, part];
    const rest = small - (sum - large);
    if (rest !== 0) parts[kept++] = rest;
    high = sum;
  }
  parts.length = kept;
  if (high !== 0) parts.push(high);
}

/** The number nearest to the sum of the parts. */
function rounded(parts: readonly number[]): number {
  let index = parts.length - 1;
  if (index < 0) return 0;
  let high = parts[index];
  let rest = 0;
  while (rest === 0 && index > 0) {
    const part = parts[--index];
    const sum = high + part;
    rest = part - (sum - high);
    high = sum;
  }
  // The rest is half of the last digit: the next part says on which side of it the sum is.
  if (rest !== 0 && index > 0 && Math.sign(rest) === Math.sign(parts[index - 1])) {
    const next = high + rest * 2;
    if (next - high === rest * 2) return next;
  }
  return high;
}
