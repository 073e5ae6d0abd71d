import { INVALID } from '../schema/INVALID.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import { GraphNode } from './GraphNode.ts';

/**
 * An array of values of other nodes. A changed member costs one copy of the array and one place in it; the other members are not
 * looked at.
 */
export abstract class MembersNode extends GraphNode {
  declare value: readonly unknown[] | undefined;
  /** Members whose value is missing or invalid are left out; while there are any, places do not match. */
  #placesMatch = true;
  readonly #dirty = new Set<GraphNode>();

  override depChanged(dep: GraphNode): void {
    this.#dirty.add(dep);
  }

  /** A member that is none any more must not be read in the place of another one. */
  protected depGone(dep: GraphNode): void {
    this.#dirty.delete(dep);
  }

  /** The array, made of `count` values. */
  protected fill(count: number, valueAt: (index: number) => unknown): readonly unknown[] {
    const values: unknown[] = [];
    for (let i = 0; i < count; i++) {
      const value = valueAt(i);
      if (value !== undefined && value !== INVALID) values.push(value);
    }
    this.#placesMatch = values.length === count;
    return !this.graph.early.has(this) && this.value && sameItems(this.value, values)
      ? this.#finish(this.value)
      : this.#finish(values);
  }

  /** The array with the dirty members in their places, or `undefined` if places moved and it must be filled. */
  protected patch(
    start: readonly unknown[],
    placesOf: (dep: GraphNode) => number | readonly number[],
  ): readonly unknown[] | undefined {
    if (!this.#placesMatch) return undefined;
    let copy = start === this.value ? undefined : (start as unknown[]);
    for (const dep of this.#dirty) {
      const places = placesOf(dep);
      const first = typeof places === 'number' ? places : places[0];
      if (first < 0) continue;
      const value = dep.read();
      if (value === undefined || value === INVALID) return undefined;
      if (Object.is((copy ?? start)[first], value)) continue;
      copy ??= start.slice();
      if (typeof places === 'number') copy[places] = value;
      else for (const place of places) copy[place] = value;
    }
    return this.#finish(copy ?? start);
  }

  /** Whether places in the value are places of members. */
  protected get placesMatch(): boolean {
    return this.#placesMatch;
  }

  #finish(values: readonly unknown[]): readonly unknown[] {
    this.#dirty.clear();
    const early = this.graph.early.take(this) as unknown[] | undefined;
    if (early) for (const value of values) early.push(value);
    const result = early ?? values;
    return DEVELOPMENT ? Object.freeze(result) : result;
  }

  /** The value is that of before the failure, the members may be others. */
  override abandon(): void {
    if (this.graph.early.take(this)) this.graph.takeBack(this);
    this.#placesMatch = false;
  }

  protected provisional(): unknown {
    return this.graph.early.get(this, () => []);
  }
}

/** Whether two arrays hold the same items in the same order. */
export function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}
