import { DEVELOPMENT } from '../shared/development.ts';

/** Keys and rows by index. An array of rows that was handed out is copied before it is changed. */
export class OrderedList<K, V> {
  readonly keys: K[];
  #values: V[];
  #isHandedOut = false;

  constructor(keys: K[], values: V[]) {
    this.keys = keys;
    this.#values = values;
  }

  get size(): number {
    return this.keys.length;
  }

  /** The rows, to read only: edits may change this array. */
  get values(): readonly V[] {
    return this.#values;
  }

  /** The rows, as an array that never changes. */
  handOut(): readonly V[] {
    if (!this.#isHandedOut && DEVELOPMENT) Object.freeze(this.#values);
    this.#isHandedOut = true;
    return this.#values;
  }

  insert(index: number, key: K, value: V): void {
    this.#own();
    if (index === this.keys.length) {
      this.keys.push(key);
      this.#values.push(value);
    } else {
      this.keys.splice(index, 0, key);
      this.#values.splice(index, 0, value);
    }
  }

  remove(index: number): void {
    this.#own();
    this.keys.splice(index, 1);
    this.#values.splice(index, 1);
  }

  replace(index: number, value: V): void {
    this.#own();
    this.#values[index] = value;
  }

  #own(): void {
    if (!this.#isHandedOut) return;
    this.#values = this.#values.slice();
    this.#isHandedOut = false;
  }
}
