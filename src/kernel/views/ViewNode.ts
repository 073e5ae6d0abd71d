import { type Graph, GraphNode, NO_ARGS } from './GraphNode.ts';

/** Reads a graph from outside. */
export interface ViewOwner<T> {
  /** The args for the schemas. Default: none. */
  readonly args?: readonly unknown[];
  /** Makes the value from reads of the graph. `previous`: the value of the last read. */
  produce(previous: T | undefined): T;
  /** Runs once when a dependency has changed, and not again until the next read. */
  changed(): void;
}

/** The top of a graph: a value that is read from outside. */
export class ViewNode<T> extends GraphNode<T> {
  readonly owner: ViewOwner<T>;

  constructor(graph: Graph, owner: ViewOwner<T>) {
    super(graph);
    this.owner = owner;
  }

  compute(previous: T | undefined): T {
    this.args = this.owner.args ?? NO_ARGS;
    return this.owner.produce(previous);
  }

  override dirtied(): void {
    this.owner.changed();
  }

  /** Views have no parents; `dispose` ends them. */
  override orphaned(): void {}

  /** Releases all dependencies and the value. The next read computes the view again. */
  dispose(): void {
    this.unlink();
    // The cast holds: the value of a dirty node is not read.
    this.value = undefined as T;
  }
}
