import { INVALID } from '../schema/INVALID.ts';
import { ContainerNode } from './ContainerNode.ts';
import type { GraphNode } from './GraphNode.ts';

/** Nodes that the running computations made of an object that is none after all. */
export class TakenBack {
  readonly #nodes: GraphNode[] = [];

  /**
   * Marks what was made of the object that a node gave to readers within its own computation, because it turns out that the node has no value.
   * All of it was made during that computation, for whatever depends on a node that is being made was dirty before.
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

  /** Entities and lists first: they can be read within their own computation, objects cannot. */
  next(): GraphNode | undefined {
    if (this.#nodes.length === 0) return undefined;
    const place = this.#nodes.findIndex((node) => !(node instanceof ContainerNode));
    return this.#nodes.splice(place, 1)[0];
  }
}
