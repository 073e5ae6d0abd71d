import type { ArraySchema } from '../schema/ArraySchema.ts';
import type { GraphNode } from './GraphNode.ts';
import { MembersNode } from './MembersNode.ts';
import type { ViewGraph } from './ViewGraph.ts';

/** The values of one stored list. Stored lists are immutable, so the list itself is the identity. */
export class ListNode extends MembersNode {
  readonly schema: ArraySchema;
  readonly stored: readonly unknown[];
  /** Every item is exactly one node: places in the list are places in `deps`. */
  #uniform = false;
  #places: Map<GraphNode, number | number[]> | undefined;
  #filled = false;

  constructor(graph: ViewGraph, schema: ArraySchema, stored: readonly unknown[]) {
    super(graph);
    this.schema = schema;
    this.stored = stored;
  }

  compute(): unknown {
    if (this.value && this.#uniform) {
      const patched = this.patch(this.value, (dep) => this.#placesOf(dep));
      if (patched) return patched;
    }
    const { graph, schema, stored } = this;
    graph.untrack();
    let uniform = true;
    const value = this.fill(stored.length, (i) => {
      const before = graph.trackedCount;
      const item = schema.denormalizeItem(stored[i], graph);
      if (!graph.isSoleRead(before, item)) uniform = false;
      return item;
    });
    this.#uniform = uniform;
    this.#places = undefined;
    this.#filled = true;
    return value;
  }

  /** A patch reads the dirty members only; the dependencies are those of the last filling. */
  override link(reads: readonly GraphNode[], from: number): void {
    if (this.#filled) super.link(reads, from);
    this.#filled = false;
  }

  /** The members are looked up again the next time. */
  override depAskedArgs(): void {
    this.#uniform = false;
  }

  /** What was read before the failure must be able to set it right. */
  override abandon(): void {
    super.abandon();
    this.#uniform = false;
    this.#filled = true;
  }

  #placesOf(dep: GraphNode): number | readonly number[] {
    this.#places ??= placesOfEach(this.deps);
    return this.#places.get(dep) ?? -1;
  }

  orphaned(): void {
    this.unlink();
    this.graph.nodes.forgetContainer(this.stored, this);
  }
}

function placesOfEach(nodes: readonly GraphNode[]): Map<GraphNode, number | number[]> {
  const places = new Map<GraphNode, number | number[]>();
  nodes.forEach((node, i) => {
    const known = places.get(node);
    if (known === undefined) places.set(node, i);
    else if (typeof known === 'number') places.set(node, [known, i]);
    else known.push(i);
  });
  return places;
}
