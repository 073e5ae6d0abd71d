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
  /** The indices of each dependency. */
  #indices: Map<GraphNode, number | number[]> | undefined;

  constructor(
    graph: ViewGraph,
    schema: ArraySchema,
    stored: readonly unknown[],
    args: readonly unknown[] | undefined,
  ) {
    super(graph, args);
    this.schema = schema;
    this.stored = stored;
  }

  protected begin(): number {
    return this.stored.length;
  }

  protected readItem(index: number): unknown {
    return this.schema.denormalizeItem(this.stored[index], this.graph);
  }

  /** A patch reads only the dirty members, so the dependencies of the last full read stay. */
  override link(reads: readonly GraphNode[], from: number): void {
    if (!this.isFilled) return;
    super.link(reads, from);
    this.isFilled = false;
    this.#indices = undefined;
  }

  protected indicesOf(dep: GraphNode): number | readonly number[] {
    this.#indices ??= indicesOfEach(this.deps);
    return this.#indices.get(dep) ?? -1;
  }

  orphaned(): void {
    this.unlink();
    this.graph.nodes.forgetContainer(this);
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
