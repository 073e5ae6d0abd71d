import { ContainerNode, sameMembers } from './ContainerNode.ts';
import { EntityNode } from './EntityNode.ts';
import type { GraphNode } from './GraphNode.ts';
import { MembersNode, sameItems } from './MembersNode.ts';
import { ViewNode } from './ViewNode.ts';

/** Which nodes are made of optimistic answers. Costs nothing while there are none. */
export class OptimisticNodes {
  readonly #nodes = new Set<GraphNode>();
  /** What they were before: if the mutation fails, they are that again. */
  readonly #before = new Map<GraphNode, unknown>();
  #hasLayers = false;

  has(node: GraphNode): boolean {
    return this.#nodes.has(node);
  }

  /** A node was made; `before` is what it was. */
  made(node: GraphNode, before: unknown): void {
    if (!this.#hasLayers && this.#nodes.size === 0 && this.#before.size === 0) return;
    const isOwn = node instanceof EntityNode && node.isOfLayer;
    if (isOwn || node.someDep((dep) => this.#nodes.has(dep))) {
      if (!this.#nodes.has(node)) this.#before.set(node, before);
      this.#nodes.add(node);
    } else {
      this.#nodes.delete(node);
      const known = this.#before.get(node);
      this.#before.delete(node);
      // A value that is shown already stays.
      if (node.value !== before && isSame(node, known)) node.value = known;
    }
  }

  /** A commit shows layers or none. Gives whether rows have to be looked at that differ only in who wrote them. */
  apply(hasLayers: boolean): boolean {
    const mayDiffer = hasLayers || this.#hasLayers;
    if (!mayDiffer && this.#before.size > 0) this.#before.clear();
    this.#hasLayers = hasLayers;
    // To clear an empty Set costs an allocation.
    if (!hasLayers && this.#nodes.size > 0) {
      for (const node of this.#nodes) if (node instanceof ViewNode) node.owner.changed();
      this.#nodes.clear();
    }
    return mayDiffer && hasLayers;
  }
}

/** Whether the value of an entity, a list or an object has the members that it had. */
function isSame(node: GraphNode, known: unknown): boolean {
  const { value } = node;
  if (typeof known !== 'object' || typeof value !== 'object' || !known || !value) return false;
  if (node instanceof ContainerNode) return sameMembers(known, value);
  if (!(node instanceof MembersNode || node instanceof EntityNode)) return false;
  return Array.isArray(value)
    ? Array.isArray(known) && sameItems(value, known)
    : sameMembers({ ...known }, { ...value });
}
