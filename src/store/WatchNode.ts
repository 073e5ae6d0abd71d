import { GraphNode } from './GraphNode.ts';
import type { ViewGraph } from './ViewGraph.ts';

/** A fact of the table that an inference looked at: a row, or a kind of entities. It has no value; it only becomes dirty. */
export class WatchNode extends GraphNode {
  readonly #release: () => void;

  constructor(graph: ViewGraph, release: () => void) {
    super(graph);
    this.#release = release;
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
    this.#release();
  }
}
