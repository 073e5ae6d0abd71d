import type { GraphNode } from './GraphNode.ts';

/**
 * Objects that stand in for values while these are still computed: nodes of a circle read each
 * other. Each object becomes the value of its node.
 */
export class ProvisionalValues {
  readonly #objects = new Map<GraphNode, object>();

  /**
   * The object that becomes the value of a node; the first read within the computation makes it.
   */
  get(node: GraphNode, make: () => object): object {
    let object = this.#objects.get(node);
    if (!object) this.#objects.set(node, (object = make()));
    return object;
  }

  has(node: GraphNode): boolean {
    return this.#objects.size > 0 && this.#objects.has(node);
  }

  /** Whether a list is such an object, and its node is still computing it. */
  isUnfinished(value: unknown): boolean {
    if (this.#objects.size === 0 || !Array.isArray(value)) return false;
    return [...this.#objects.values()].includes(value);
  }

  /** Returns and forgets the object of a node; `undefined` if no node has read it. */
  take(node: GraphNode): object | undefined {
    if (this.#objects.size === 0) return undefined;
    const object = this.#objects.get(node);
    this.#objects.delete(node);
    return object;
  }
}
