import type { GraphNode } from './GraphNode.ts';

/** Objects that nodes gave to readers within their own computation: they will be the value. Few nodes are in circles. */
export class EarlyObjects {
  readonly #objects = new Map<GraphNode, object>();

  /** The object that the value of a node that is being made will be, made by `make` for the first who asks. */
  get(node: GraphNode, make: () => object): object {
    let object = this.#objects.get(node);
    if (!object) this.#objects.set(node, (object = make()));
    return object;
  }

  has(node: GraphNode): boolean {
    return this.#objects.size > 0 && this.#objects.has(node);
  }

  /** Whether a list was given away and is still being made. */
  isUnfinished(value: unknown): boolean {
    if (this.#objects.size === 0 || !Array.isArray(value)) return false;
    return [...this.#objects.values()].includes(value);
  }

  /** The object that was given away, if anybody asked; it is forgotten. */
  take(node: GraphNode): object | undefined {
    if (this.#objects.size === 0) return undefined;
    const object = this.#objects.get(node);
    this.#objects.delete(node);
    return object;
  }
}
