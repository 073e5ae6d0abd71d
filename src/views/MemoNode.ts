import type { Memo } from '../schema/Schema.ts';
import type { SmallSet } from '../shared/smallSet.ts';
import { GraphNode } from './GraphNode.ts';
import type { ViewGraph } from './ViewGraph.ts';

/** Nodes of memos by the args of their observers, as a key, with the stored form if it is a text. */
export type MemoNodes = Map<unknown, SmallSet<MemoNode>>;

/** The value of a memo that a schema provides. */
export class MemoNode extends GraphNode {
  readonly schema: object;
  readonly stored: unknown;
  readonly #nodes: MemoNodes;
  readonly #key: unknown;
  readonly #memo: Memo;

  constructor(
    graph: ViewGraph,
    schema: object,
    stored: unknown,
    nodes: MemoNodes,
    key: unknown,
    memo: Memo,
    args: readonly unknown[] | undefined,
  ) {
    super(graph, args);
    this.schema = schema;
    this.stored = stored;
    this.#nodes = nodes;
    this.#key = key;
    this.#memo = memo;
  }

  compute(): unknown {
    return this.#memo.make(this.graph);
  }

  override provisional(): unknown {
    return this.#memo.provisional();
  }

  orphaned(): void {
    this.unlink();
    this.graph.nodes.forget(this.#nodes, this.#key, this);
  }
}
