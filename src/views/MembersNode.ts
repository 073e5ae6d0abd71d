import { INVALID } from '../schema/INVALID.ts';
import { GraphNode } from './GraphNode.ts';
import { sameMembers } from './sameMembers.ts';

/**
 * An array of the values of other nodes. A changed member costs one copy of the array and one
 * assignment; the other members are not read.
 */
export abstract class MembersNode extends GraphNode {
  declare value: readonly unknown[] | undefined;
  /**
   * Whether an index in the value is the index of a member: every item is the value of one node,
   * and none is left out because its value is missing or invalid.
   */
  protected indicesMatch = false;
  /** Whether the running computation has read all members. */
  protected isFilled = false;
  protected readonly dirty = new Set<GraphNode>();

  /** The number of items, with those that are left out. */
  protected abstract begin(): number;

  protected abstract readItem(index: number): unknown;

  /** Where the value of a node is; -1 if nowhere. */
  protected abstract indicesOf(dep: GraphNode): number | readonly number[];

  /** `start`: the value, or a copy of it in which members have come and gone. */
  compute(start = this.value): readonly unknown[] {
    return (this.indicesMatch && this.#patch(start!)) || this.#fill();
  }

  #fill(): readonly unknown[] {
    const { graph } = this;
    graph.untrack();
    const count = this.begin();
    const values: unknown[] = [];
    let isUniform = true;
    for (let i = 0; i < count; i++) {
      const before = graph.trackedCount;
      const value = this.readItem(i);
      if (value !== undefined && value !== INVALID) values.push(value);
      if (isUniform) isUniform = graph.isSoleRead(before, value);
    }
    this.indicesMatch = isUniform && values.length === count;
    this.isFilled = true;
    const isSame = !graph.early.has(this) && sameMembers(this.value, values);
    return this.#finish(isSame ? this.value! : values);
  }

  /**
   * The array with new values for the dirty members; `undefined` if indices moved: then it must be
   * filled.
   */
  #patch(start: readonly unknown[]): readonly unknown[] | undefined {
    let copy = start === this.value ? undefined : (start as unknown[]);
    for (const dep of this.dirty) {
      const indices = this.indicesOf(dep);
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

  #finish(values: readonly unknown[]): readonly unknown[] {
    this.dirty.clear();
    const early = this.graph.early.take(this) as unknown[] | undefined;
    if (early) for (const value of values) early.push(value);
    return this.graph.seal(early ?? values);
  }

  override depChanged(dep: GraphNode): void {
    this.dirty.add(dep);
  }

  /**
   * The value is older than the failure, and the members may have changed since. The reads until
   * the failure are the dependencies: a change of one of them makes the list dirty.
   */
  override abandon(): void {
    this.indicesMatch = false;
    this.isFilled = true;
  }

  override provisional(): unknown {
    return this.graph.early.get(this, () => []);
  }

  override isLike(before: unknown): boolean {
    return sameMembers(before, this.value);
  }
}
