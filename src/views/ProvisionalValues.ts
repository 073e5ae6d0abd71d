import { INVALID } from '../schema/INVALID.ts';
import { ContainerNode } from './ContainerNode.ts';
import type { GraphNode } from './GraphNode.ts';

/**
 * Objects that stand in for values while these are still computed: nodes of a circle read each
 * other. Each object becomes the value of its node.
 */
export class ProvisionalValues {
  readonly #objects = new Map<GraphNode, object>();
  /** Whether an object became no value. */
  hasWithdrawn = false;
  /** Nodes to compute again: they used an object that became no value. */
  readonly #again: GraphNode[] = [];

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

  /**
   * A node was computed. If its object became no value, marks the nodes that used the object. All
   * of them were computed within its computation: whatever depends on a node that is computing was
   * dirty before.
   */
  end(start: GraphNode): void {
    if (!this.take(start)) return;
    this.hasWithdrawn = true;
    const reached: GraphNode[] = [start];
    for (let node = reached.pop(); node; node = reached.pop()) {
      const changed = node;
      node.forEachParent((parent) => {
        if (parent.state === 'computing' || parent.failure || parent.value === INVALID) return;
        parent.depChanged(changed);
        if (parent.state === 'dirty') return;
        parent.state = 'dirty';
        this.#again.push(parent);
        reached.push(parent);
      });
    }
  }

  /**
   * The next node to compute again. Entities and lists first: they can be read within their own
   * computation, other objects cannot.
   */
  next(): GraphNode | undefined {
    if (this.#again.length === 0) return undefined;
    const index = this.#again.findIndex((node) => !(node instanceof ContainerNode));
    return this.#again.splice(index, 1)[0];
  }
}
