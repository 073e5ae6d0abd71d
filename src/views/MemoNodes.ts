import type { Memo } from '../schema/Schema.ts';
import { MemoNode } from './MemoNode.ts';
import type { ViewGraph } from './ViewGraph.ts';

/** Nodes by the args of their observers, as a key. */
type ByArgs = Map<unknown, MemoNode>;

/** The nodes of memos: one per schema, stored form and args. */
export class MemoNodes {
  readonly #graph: ViewGraph;
  readonly #nodes = new Map<object, Map<unknown, ByArgs>>();

  constructor(graph: ViewGraph) {
    this.#graph = graph;
  }

  /** The node for the current args; creates it if needed. */
  get(schema: object, stored: unknown, create: (args: readonly unknown[]) => Memo): MemoNode {
    const { args, reader } = this.#graph;
    let byStored = this.#nodes.get(schema);
    if (!byStored) this.#nodes.set(schema, (byStored = new Map<unknown, ByArgs>()));
    let byArgs = byStored.get(stored);
    if (!byArgs) byStored.set(stored, (byArgs = new Map<unknown, MemoNode>()));
    const key = reader.whole;
    let node = byArgs.get(key);
    if (!node) {
      node = new MemoNode(this.#graph, schema, stored, key, create(args));
      byArgs.set(key, node);
    }
    return node;
  }

  /** The number of nodes. */
  get size(): number {
    let size = 0;
    for (const byStored of this.#nodes.values()) {
      for (const byArgs of byStored.values()) size += byArgs.size;
    }
    return size;
  }

  forget({ schema, stored, key }: MemoNode): void {
    const byStored = this.#nodes.get(schema);
    const byArgs = byStored?.get(stored);
    if (!byStored || !byArgs) return;
    byArgs.delete(key);
    if (byArgs.size === 0) byStored.delete(stored);
    if (byStored.size === 0) this.#nodes.delete(schema);
  }
}
