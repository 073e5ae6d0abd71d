import { GraphNode } from './GraphNode.ts';
import type { ViewGraph } from './ViewGraph.ts';

/** The top of a graph: what somebody outside of it reads. `onDirty` runs once when something below changed, until the next read. */
export class ViewNode<T> extends GraphNode {
  declare value: T;
  readonly #produce: () => T;
  readonly onDirty: (() => void) | undefined;

  constructor(graph: ViewGraph, produce: () => T, onDirty?: () => void) {
    super(graph);
    this.#produce = produce;
    this.onDirty = onDirty;
  }

  override read(): T {
    return super.read() as T;
  }

  compute(): T {
    return this.#produce();
  }

  /** A view is read from outside only; a cycle through it would be one through its own reader. */
  protected provisional(): unknown {
    return this.value;
  }

  /** Views have no parents; `dispose` ends them. */
  orphaned(): void {}

  /** Lets go of everything below. */
  dispose(): void {
    this.unlink();
  }
}
