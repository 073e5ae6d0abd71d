import { INVALID } from '../schema/INVALID.ts';
import { ContainerNode } from './ContainerNode.ts';
import type { GraphNode } from './GraphNode.ts';

/** Nodes to compute again: they used a provisional value whose node turned out to have no value. */
export class TakenBack {
  readonly #nodes: GraphNode[] = [];

  /**
   * Marks the nodes that used the provisional value of a node that turned out to have no value. All
   * of them were computed within its computation: whatever depends on a node that is computing was
   * dirty before.
   */
  add(start: GraphNode): void {
    const reached: GraphNode[] = [start];
    for (let node = reached.pop(); node; node = reached.pop()) {
      const changed = node;
      node.forEachParent((parent) => {
        if (parent.state === 'computing' || parent.failure || parent.value === INVALID) return;
        parent.depChanged(changed);
        if (parent.state === 'dirty') return;
        parent.state = 'dirty';
        this.#nodes.push(parent);
        reached.push(parent);
      });
    }
  }

  /**
   * Entities and lists first: they can be read within their own computation, other objects cannot.
   */
  next(): GraphNode | undefined {
    if (this.#nodes.length === 0) return undefined;
    const index = this.#nodes.findIndex((node) => !(node instanceof ContainerNode));
    return this.#nodes.splice(index, 1)[0];
  }
}
