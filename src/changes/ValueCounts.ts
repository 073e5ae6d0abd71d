import { ProjectionError } from './ProjectionError.ts';

/** Distinct values in order, with their counts: O(log n) comparisons per change. */
export class ValueCounts<T> {
  readonly #isLess: (a: T, b: T) => boolean;
  readonly #values: T[] = [];
  readonly #counts: number[] = [];

  constructor(isLess: (a: T, b: T) => boolean) {
    this.#isLess = isLess;
  }

  /** The first value in order; `undefined` if there is none. */
  get first(): T | undefined {
    return this.#values[0];
  }

  /** The last value in order; `undefined` if there is none. */
  get last(): T | undefined {
    return this.#values.at(-1);
  }

  add(value: T): void {
    const index = this.#indexOf(value);
    if (this.#isAt(index, value)) {
      this.#counts[index]++;
    } else {
      this.#values.splice(index, 0, value);
      this.#counts.splice(index, 0, 1);
    }
  }

  remove(value: T): void {
    const index = this.#indexOf(value);
    if (!this.#isAt(index, value)) throw new ProjectionError();
    if (--this.#counts[index] > 0) return;
    this.#values.splice(index, 1);
    this.#counts.splice(index, 1);
  }

  #isAt(index: number, value: T): boolean {
    return index < this.#values.length && !this.#isLess(value, this.#values[index]);
  }

  #indexOf(value: T): number {
    let low = 0;
    let high = this.#values.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#isLess(this.#values[middle], value)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
