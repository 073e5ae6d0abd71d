import { INVALID } from '../schema/INVALID.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import { GraphNode } from './GraphNode.ts';

/**
 * An array of the values of other nodes. A changed member costs one copy of the array and one
 * assignment; the other members are not read.
 */
export abstract class MembersNode extends GraphNode {
  declare value: readonly unknown[] | undefined;
  /**
   * False while members are left out because their value is missing or invalid: then an index in
   * the value is not the index of the member.
   */
  #indicesMatch = true;
  readonly #dirty = new Set<GraphNode>();

  override depChanged(dep: GraphNode): void {
    this.#dirty.add(dep);
  }

  /** Forgets a removed member, or a patch would write into a neighbour's index. */
  protected depGone(dep: GraphNode): void {
    this.#dirty.delete(dep);
  }

  /** Makes the array from `count` values. */
  protected fill(count: number, valueAt: (index: number) => unknown): readonly unknown[] {
    const values: unknown[] = [];
    for (let i = 0; i < count; i++) {
      const value = valueAt(i);
      if (value !== undefined && value !== INVALID) values.push(value);
    }
    this.#indicesMatch = values.length === count;
    return !this.graph.early.has(this) && this.value && sameItems(this.value, values)
      ? this.#finish(this.value)
      : this.#finish(values);
  }

  /**
   * The array with new values for the dirty members; `undefined` if indices moved: then it must be
   * filled.
   */
  protected patch(
    start: readonly unknown[],
    indicesOf: (dep: GraphNode) => number | readonly number[],
  ): readonly unknown[] | undefined {
    if (!this.#indicesMatch) return undefined;
    let copy = start === this.value ? undefined : (start as unknown[]);
    for (const dep of this.#dirty) {
      const indices = indicesOf(dep);
      const first = typeof indices === 'number' ? indices : indices[0];
      if (first < 0) continue;
      const value = dep.read();
      if (value === undefined || value === INVALID) return undefined;
      if (Object.is((copy ?? start)[first], value)) continue;
      copy ??= start.slice();
      if (typeof indices === 'number') copy[indices] = value;
      else for (const index of indices) copy[index] = value;
    }
    return this.#finish(copy ?? start);
  }

  /** Whether indices in the value are indices of members. */
  protected get indicesMatch(): boolean {
    return this.#indicesMatch;
  }

  #finish(values: readonly unknown[]): readonly unknown[] {
    this.#dirty.clear();
    const early = this.graph.early.take(this) as unknown[] | undefined;
    if (early) for (const value of values) early.push(value);
    const result = early ?? values;
    return DEVELOPMENT ? Object.freeze(result) : result;
  }

  /** The value is older than the failure, and the members may have changed since. */
  override abandon(): void {
    if (this.graph.early.take(this)) this.graph.takeBack(this);
    this.#indicesMatch = false;
  }

  protected provisional(): unknown {
    return this.graph.early.get(this, () => []);
  }
}

/** Whether two arrays have the same items in the same order. */
export function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}
