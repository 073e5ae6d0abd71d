import type { Memo } from '../schema/Schema.ts';
import { GraphNode } from './GraphNode.ts';
import type { ViewGraph } from './ViewGraph.ts';

/** The value of a memo that a schema provides. */
export class MemoNode extends GraphNode {
  readonly schema: object;
  readonly stored: unknown;
  /** The args of its observers, as a key. */
  readonly key: unknown;
  readonly #memo: Memo;

  constructor(graph: ViewGraph, schema: object, stored: unknown, key: unknown, memo: Memo) {
    super(graph);
    this.schema = schema;
    this.stored = stored;
    this.key = key;
    this.#memo = memo;
  }

  compute(): unknown {
    return this.#memo.make(this.graph);
  }

  protected provisional(): unknown {
    return this.#memo.provisional();
  }

  orphaned(): void {
    this.unlink();
    this.graph.nodes.memos.forget(this);
  }
}
