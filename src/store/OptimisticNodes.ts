import { EntityNode } from './EntityNode.ts';
import type { GraphNode } from './GraphNode.ts';
import { ViewNode } from './ViewNode.ts';

/** Which nodes are made of optimistic answers. Costs nothing while there are none. */
export class OptimisticNodes {
  readonly #nodes = new Set<GraphNode>();
  #hasLayers = false;

  has(node: GraphNode): boolean {
    return this.#nodes.has(node);
  }

  /** A node was made. */
  made(node: GraphNode): void {
    if (!this.#hasLayers && this.#nodes.size === 0) return;
    const isOwn = node instanceof EntityNode && node.isOfLayer;
    if (isOwn || node.someDep((dep) => this.#nodes.has(dep))) this.#nodes.add(node);
    else this.#nodes.delete(node);
  }

  /** A commit shows layers or none. Gives whether rows have to be looked at that differ only in who wrote them. */
  apply(hasLayers: boolean): boolean {
    const mayDiffer = hasLayers || this.#hasLayers;
    this.#hasLayers = hasLayers;
    // To clear an empty Set costs an allocation.
    if (!hasLayers && this.#nodes.size > 0) {
      for (const node of this.#nodes) if (node instanceof ViewNode) node.owner.dirtied();
      this.#nodes.clear();
    }
    return mayDiffer && hasLayers;
  }
}
