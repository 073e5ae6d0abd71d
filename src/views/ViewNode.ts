import { GraphNode, NO_ARGS } from './GraphNode.ts';
import type { ViewGraph } from './ViewGraph.ts';

/** Reads a graph from outside. */
export interface ViewOwner<T> {
  /** The args for the schemas. Default: none. */
  readonly args?: readonly unknown[];
  /** Makes the value from reads of the graph. */
  produce(): T;
  /** Runs once when a dependency has changed, and not again until the next read. */
  changed(): void;
}

/** The top of a graph: a value that is read from outside. */
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
    this.args = this.owner.args ?? NO_ARGS;
    return this.owner.produce();
  }

  override marked(): void {
    this.owner.changed();
  }

  /** Views have no parents; `dispose` ends them. */
  orphaned(): void {}

  /** Releases all dependencies and the value. The next read computes the view again. */
  dispose(): void {
    this.unlink();
    this.failure = undefined;
    // The cast holds: the value of a dirty node is not read.
    this.value = undefined as T;
  }
}
