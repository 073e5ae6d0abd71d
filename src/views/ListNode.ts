import type { ArraySchema } from '../schema/ArraySchema.ts';
import { INVALID } from '../schema/INVALID.ts';
import { sameMembers } from '../shared/sameMembers.ts';
import { forgetReads, GraphNode, reads } from './GraphNode.ts';

type Values = readonly unknown[];

/** Lists that are still empty, because a node has read them within their computation. */
const unfinished = new WeakSet();

export function isUnfinished(value: unknown): boolean {
  return unfinished.has(value as object);
}

/**
 * An array of the values of other nodes: of the items of a stored list. A changed member costs one
 * copy of the array and one assignment; the other members are not read.
 */
export class ListNode extends GraphNode {
  declare value: Values | undefined;
  /**
   * Whether an index in the value is the index of a member: every item is the value of one node,
   * and none is left out because its value is missing or invalid.
   */
  protected indicesMatch = false;
  protected readonly dirty = new Set<GraphNode>();
  /** Whether the running computation has read all members. */
  #isFilled = false;
  /** The indices of each dependency. */
  #indices: Map<GraphNode, number | number[]> | undefined;

  /** `start`: the previous value, or a copy of it in which members have come and gone. */
  compute(previous: Values | undefined, start = previous): Values {
    const from = reads.length;
    const mayPatch = this.indicesMatch;
    // If a member throws, the members may change until the next computation, which reads all. The
    // reads until then are the dependencies: a change of one of them makes the list dirty.
    this.indicesMatch = false;
    this.#isFilled = true;
    let values = mayPatch ? this.#patch(start!, previous) : undefined;
    if (values) {
      this.indicesMatch = true;
      this.#isFilled = false;
    } else {
      forgetReads(from);
      values = this.#fill();
      if (!this.value && sameMembers(previous, values)) values = previous!;
    }
    this.dirty.clear();
    const begun = this.value as unknown[] | undefined;
    if (!begun) return this.graph.seal(values);
    for (const value of values) begun.push(value);
    unfinished.delete(begun);
    return this.graph.seal(begun);
  }

  /** The number of items, with those that are left out. */
  protected count(): number {
    return (this.stored as Values).length;
  }

  protected readItem(index: number): unknown {
    return (this.schema as ArraySchema).denormalizeItem((this.stored as Values)[index], this.graph);
  }

  #fill(): Values {
    const count = this.count();
    const values: unknown[] = [];
    let isUniform = true;
    for (let i = 0; i < count; i++) {
      const before = reads.length;
      const value = this.readItem(i);
      if (value !== undefined && value !== INVALID) values.push(value);
      isUniform &&= reads.length === before + 1 && reads[before].value === value;
    }
    this.indicesMatch = isUniform && values.length === count;
    return values;
  }

  /**
   * The array with new values for the dirty members; `undefined` if indices moved: then it must be
   * filled.
   */
  #patch(start: Values, previous: Values | undefined): Values | undefined {
    let copy = start === previous ? undefined : (start as unknown[]);
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
    return copy ?? start;
  }

  override depChanged(dep: GraphNode): void {
    this.dirty.add(dep);
  }

  /** A patch reads only the dirty members, so the dependencies of the last full read stay. */
  override link(from: number): void {
    if (!this.#isFilled) return;
    super.link(from);
    this.#isFilled = false;
    this.#indices = undefined;
  }

  /** Where the value of a node is; -1 if nowhere. */
  protected indicesOf(dep: GraphNode): number | readonly number[] {
    this.#indices ??= indicesOfEach(this.deps);
    return this.#indices.get(dep) ?? -1;
  }

  override begin(): unknown {
    if (!this.value) unfinished.add((this.value = []));
    return this.value;
  }

  override get nests(): boolean {
    return true;
  }
}

function indicesOfEach(nodes: readonly GraphNode[]): Map<GraphNode, number | number[]> {
  const indices = new Map<GraphNode, number | number[]>();
  nodes.forEach((node, i) => {
    const known = indices.get(node);
    if (known === undefined) indices.set(node, i);
    else if (typeof known === 'number') indices.set(node, [known, i]);
    else known.push(i);
  });
  return indices;
}
