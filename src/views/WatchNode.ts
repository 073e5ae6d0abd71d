import { GraphNode } from './GraphNode.ts';
import type { ViewGraph } from './ViewGraph.ts';

/**
 * Nodes by entity key and primary key; the primary key is `''` for a fact about all rows of the
 * entity key.
 */
export type WatchNodes = Map<string, Map<string, WatchNode>>;

/**
 * A dependency of an inference on a fact of the table: about one row, or about all rows of an
 * entity key. It has no value; it only becomes dirty.
 */
export class WatchNode extends GraphNode {
  /** The map that holds this node. */
  readonly #nodes: WatchNodes;
  readonly #key: string;
  readonly #pk: string;

  constructor(graph: ViewGraph, nodes: WatchNodes, key: string, pk: string) {
    super(graph);
    this.#nodes = nodes;
    this.#key = key;
    this.#pk = pk;
  }

  /** There is no value to compute: the inference looks the fact up itself. */
  override read(): unknown {
    this.graph.track(this);
    this.state = 'clean';
    return undefined;
  }

  compute(): unknown {
    return undefined;
  }

  protected provisional(): unknown {
    return undefined;
  }

  orphaned(): void {
    const ofKey = this.#nodes.get(this.#key);
    ofKey?.delete(this.#pk);
    if (ofKey?.size === 0) this.#nodes.delete(this.#key);
  }
}
