import { ContainerNode } from './ContainerNode.ts';
import type { GraphNode } from './GraphNode.ts';
import { takeBack } from './takeBack.ts';

/** Nodes that the running computations made of an object that is none after all. */
export class TakenBack {
  readonly #nodes: GraphNode[] = [];

  /** Takes the nodes that were made of `node`. */
  add(node: GraphNode): void {
    this.#nodes.push(...takeBack(node));
  }

  /** Entities and lists first: they can be read within their own computation, objects cannot. */
  next(): GraphNode | undefined {
    if (this.#nodes.length === 0) return undefined;
    const place = this.#nodes.findIndex((node) => !(node instanceof ContainerNode));
    return this.#nodes.splice(place, 1)[0];
  }
}
