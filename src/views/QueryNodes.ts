import type { Query } from '../schema/Query.ts';
import { QueryNode } from './QueryNode.ts';
import type { ViewGraph } from './ViewGraph.ts';

/** Nodes by the arguments of their readers, as a key. */
type ByArgs = Map<unknown, QueryNode>;

/** The nodes of Query schemas: one per schema, stored form and arguments. */
export class QueryNodes {
  readonly #graph: ViewGraph;
  readonly #nodes = new Map<Query, Map<unknown, ByArgs>>();

  constructor(graph: ViewGraph) {
    this.#graph = graph;
  }

  /** The node for the current reader, made if it is not there. */
  get(schema: Query, stored: unknown): QueryNode {
    let byStored = this.#nodes.get(schema);
    if (!byStored) this.#nodes.set(schema, (byStored = new Map<unknown, ByArgs>()));
    let byArgs = byStored.get(stored);
    if (!byArgs) byStored.set(stored, (byArgs = new Map<unknown, QueryNode>()));
    const key = this.#graph.reader.whole;
    let node = byArgs.get(key);
    if (!node) byArgs.set(key, (node = new QueryNode(this.#graph, schema, stored, key)));
    return node;
  }

  /** How many there are. */
  get size(): number {
    let size = 0;
    for (const byStored of this.#nodes.values()) {
      for (const byArgs of byStored.values()) size += byArgs.size;
    }
    return size;
  }

  forget({ schema, stored, key }: QueryNode): void {
    const byStored = this.#nodes.get(schema);
    const byArgs = byStored?.get(stored);
    if (!byStored || !byArgs) return;
    byArgs.delete(key);
    if (byArgs.size === 0) byStored.delete(stored);
    if (byStored.size === 0) this.#nodes.delete(schema);
  }
}
