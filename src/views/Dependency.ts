import { GraphNode } from './GraphNode.ts';
import type { ViewGraph } from './ViewGraph.ts';

/**
 * The dependency of an inference on one row, or on all rows of an entity key. It has no value; it
 * only becomes dirty.
 */
export class Dependency extends GraphNode {
  /** The map that holds this node. */
  readonly #nodes: Map<string, Dependency>;
  readonly #pk: string;

  constructor(graph: ViewGraph, nodes: Map<string, Dependency>, pk: string) {
    super(graph);
    this.#nodes = nodes;
    this.#pk = pk;
  }

  /** There is no value to compute: the inference reads the table itself. */
  override read(): undefined {
    this.graph.track(this);
    this.state = 'clean';
  }

  compute(): undefined {}

  orphaned(): void {
    this.#nodes.delete(this.#pk);
  }
}
