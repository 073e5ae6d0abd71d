import type { ArraySchema } from '../schema/ArraySchema.ts';
import type { GraphNode } from './GraphNode.ts';
import { MembersNode } from './MembersNode.ts';
import type { ViewGraph } from './ViewGraph.ts';

/**
 * The values of one stored list. Stored lists are immutable, so the list is the identity of the
 * node.
 */
export class ListNode extends MembersNode {
  readonly schema: ArraySchema;
  readonly stored: readonly unknown[];
  /** Whether every item is exactly one node: then indices in the list are indices in `deps`. */
  #uniform = false;
  #indices: Map<GraphNode, number | number[]> | undefined;
  #filled = false;

  constructor(graph: ViewGraph, schema: ArraySchema, stored: readonly unknown[]) {
    super(graph);
    this.schema = schema;
    this.stored = stored;
  }

  compute(): unknown {
    if (this.value && this.#uniform) {
      const patched = this.patch(this.value, (dep) => this.#indicesOf(dep));
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
    this.#indices = undefined;
    this.#filled = true;
    return value;
  }

  /** A patch reads only the dirty members, so the dependencies of the last `fill` stay. */
  override link(reads: readonly GraphNode[], from: number): void {
    if (this.#filled) super.link(reads, from);
    this.#filled = false;
  }

  /** Looks the members up again on the next read. */
  override depAskedArgs(): void {
    this.#uniform = false;
  }

  /**
   * Keeps the reads until the failure as dependencies: a change of one of them makes the list
   * dirty.
   */
  override abandon(): void {
    super.abandon();
    this.#uniform = false;
    this.#filled = true;
  }

  #indicesOf(dep: GraphNode): number | readonly number[] {
    this.#indices ??= indicesOfEach(this.deps);
    return this.#indices.get(dep) ?? -1;
  }

  orphaned(): void {
    this.unlink();
    this.graph.nodes.forgetContainer(this.stored, this);
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
