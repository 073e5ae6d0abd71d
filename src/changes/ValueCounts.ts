import { ProjectionError } from './ProjectionError.ts';

/** Which values there are, in order, and how often: O(log n) compares per change. */
export class ValueCounts<T> {
  readonly #isLess: (a: T, b: T) => boolean;
  readonly #values: T[] = [];
  readonly #counts: number[] = [];

  constructor(isLess: (a: T, b: T) => boolean) {
    this.#isLess = isLess;
  }

  /** The first value in order; `undefined` without any. */
  get first(): T | undefined {
    return this.#values[0];
  }

  /** The last value in order; `undefined` without any. */
  get last(): T | undefined {
    return this.#values.at(-1);
  }

  add(value: T): void {
    const place = this.#placeOf(value);
    if (this.#isAt(place, value)) {
      this.#counts[place]++;
    } else {
      this.#values.splice(place, 0, value);
      this.#counts.splice(place, 0, 1);
    }
  }

  remove(value: T): void {
    const place = this.#placeOf(value);
    if (!this.#isAt(place, value)) throw new ProjectionError();
    if (--this.#counts[place] > 0) return;
    this.#values.splice(place, 1);
    this.#counts.splice(place, 1);
  }

  #isAt(place: number, value: T): boolean {
    return place < this.#values.length && !this.#isLess(value, this.#values[place]);
  }

  #placeOf(value: T): number {
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
