import { GraphNode } from './GraphNode.ts';
import type { ViewGraph } from './ViewGraph.ts';

/** Who reads a graph from outside of it. */
export interface ViewOwner<T> {
  /** The arguments that schemas are given; default: none. */
  readonly args?: readonly unknown[];
  /** Makes the value out of what it reads in the graph. */
  produce(): T;
  /** Runs once when something that was read has changed, until the next read. */
  changed(): void;
}

const NO_ARGS: readonly unknown[] = [];

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
    const { owner } = this;
    const { reader } = this.graph;
    const outer = reader.enter(owner.args ?? NO_ARGS);
    try {
      return owner.produce();
    } finally {
      reader.leave(outer);
    }
  }

  /** A view is read from outside only; a cycle through it would be one through its own reader. */
  protected provisional(): unknown {
    return this.value;
  }

  /** Views have no parents; `dispose` ends them. */
  orphaned(): void {}

  /** Lets go of everything below, and of the value. A view that is read again is made again. */
  dispose(): void {
    this.unlink();
    this.failure = undefined;
    // The cast holds: a dirty node has no value.
    this.value = undefined as T;
  }
}
