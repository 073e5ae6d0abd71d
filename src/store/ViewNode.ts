import { GraphNode } from './GraphNode.ts';
import type { ViewGraph } from './ViewGraph.ts';

/** Who reads a graph from outside of it. */
export interface ViewOwner<T> {
  /** Makes the value out of what it reads in the graph. */
  produce(): T;
  /** Runs once when something that was read has changed, until the next read. */
  dirtied(): void;
}

/** The top of a graph: what somebody outside of it reads. */
export class ViewNode<T> extends GraphNode {
  declare value: T;
  readonly owner: ViewOwner<T>;

  constructor(graph: ViewGraph, owner: ViewOwner<T>) {
    super(graph);
    this.owner = owner;
  }

  override read(): T {
    return super.read() as T;
  }

  compute(): T {
    return this.owner.produce();
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
