import { sameMembers } from '../../shared/sameMembers.ts';
import { EntityNode } from './EntityNode.ts';
import { type GraphNode, nodesIn } from './GraphNode.ts';
import { StoredNode } from './StoredNode.ts';
import { ViewNode } from './ViewNode.ts';

/**
 * The nodes whose value depends on an optimistic layer. Costs nothing while there are no layers.
 */
export class OptimisticNodes {
  readonly #nodes = new Set<GraphNode>();
  /** Their confirmed values: a node gets its value back if the mutation fails. */
  readonly #before = new Map<GraphNode, unknown>();
  #hasLayers = false;
  /** Whether nodes that are computed matter here. */
  isActive = false;

  has(node: GraphNode): boolean {
    return this.#nodes.has(node);
  }

  /** A node was computed; `before` is its previous value. */
  made(node: GraphNode, before: unknown): void {
    if (isOfLayer(node) || this.#hasOneOf(node.deps)) {
      if (!this.#nodes.has(node)) this.#before.set(node, before);
      this.#nodes.add(node);
    } else {
      this.#nodes.delete(node);
      const known = this.#before.get(node);
      this.#before.delete(node);
      // A value that is already visible stays.
      if (node.value !== before && isLike(known, node)) node.value = known;
    }
  }

  /**
   * Notes whether a commit shows layers. Returns whether rows are dirty that differ in their
   * meta only.
   */
  apply(hasLayers: boolean): boolean {
    const mayDiffer = hasLayers || this.#hasLayers;
    if (!mayDiffer && this.#before.size > 0) this.#before.clear();
    this.#hasLayers = hasLayers;
    // Clearing an empty Set allocates.
    if (!hasLayers && this.#nodes.size > 0) {
      for (const node of this.#nodes) node.dirtied();
      this.#nodes.clear();
    }
    this.isActive = hasLayers || this.#before.size > 0;
    return mayDiffer && hasLayers;
  }

  #hasOneOf(nodes: GraphNode | readonly GraphNode[]): boolean {
    for (const node of nodesIn(nodes)) if (this.#nodes.has(node)) return true;
    return false;
  }
}

/** Whether an optimistic layer wrote the row of a node: only these rows have the seq `Infinity`. */
function isOfLayer(node: GraphNode): boolean {
  if (!(node instanceof EntityNode)) return false;
  return node.graph.table.meta(node.schema.key, node.stored)?.seq === Infinity;
}

/** Whether a value may replace that of a node. Memos and programs remember their values themselves. */
function isLike(before: unknown, node: GraphNode): boolean {
  if (node instanceof ViewNode || (node instanceof StoredNode && node.memo)) return false;
  const { value } = node;
  if (typeof before !== 'object' || typeof value !== 'object' || !before || !value) return false;
  return sameMembers(before, value) || sameMembers({ ...before }, { ...value });
}
