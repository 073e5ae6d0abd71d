import { GraphNode } from './GraphNode.ts';
import type { ViewGraph } from './ViewGraph.ts';

/** Nodes by kind of entity and primary key; `''` where a fact is about the kind. */
export type WatchNodes = Map<string, Map<string, WatchNode>>;

/** A fact of the table that an inference looked at: a row, or a kind of entities. It has no value; it only becomes dirty. */
export class WatchNode extends GraphNode {
  /** The nodes that it is one of, and its place there. */
  readonly #nodes: WatchNodes;
  readonly #kind: string;
  readonly #pk: string;

  constructor(graph: ViewGraph, nodes: WatchNodes, kind: string, pk: string) {
    super(graph);
    this.#nodes = nodes;
    this.#kind = kind;
    this.#pk = pk;
  }

  /** There is nothing to make: who looks at it has seen the fact as it is. */
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
    const ofKind = this.#nodes.get(this.#kind);
    ofKind?.delete(this.#pk);
    if (ofKind?.size === 0) this.#nodes.delete(this.#kind);
  }
}
