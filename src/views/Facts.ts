import type { RowChanges } from '../table/RowChanges.ts';
import type { ViewGraph } from './ViewGraph.ts';
import { WatchNode, type WatchNodes } from './WatchNode.ts';

/**
 * Dependencies of inferences on the table, beside the entities that they read. Each one is a node
 * that becomes dirty when its fact may have changed.
 */
export class Facts {
  readonly #graph: ViewGraph;
  readonly #existence: WatchNodes = new Map();
  readonly #freshness: WatchNodes = new Map();
  readonly #content: WatchNodes = new Map();
  readonly #presence: WatchNodes = new Map();

  constructor(graph: ViewGraph) {
    this.#graph = graph;
  }

  /** Makes the running computation depend on whether a row exists. */
  watchExistence(key: string, pk: string): void {
    this.#watch(this.#existence, key, pk);
  }

  /** … on the meta of a row. */
  watchFreshness(key: string, pk: string): void {
    this.#watch(this.#freshness, key, pk);
  }

  /** … on all rows of an entity key. */
  watchContent(key: string): void {
    this.#watch(this.#content, key, '');
  }

  /** … on whether rows of an entity key exist, or a response brought all of them. */
  watchPresence(key: string): void {
    this.#watch(this.#presence, key, '');
  }

  #watch(nodes: WatchNodes, key: string, pk: string): void {
    let ofKey = nodes.get(key);
    if (!ofKey) nodes.set(key, (ofKey = new Map<string, WatchNode>()));
    let node = ofKey.get(pk);
    if (!node) ofKey.set(pk, (node = new WatchNode(this.#graph, nodes, key, pk)));
    node.read();
  }

  /** Marks the facts that the changes of one entity key touch. */
  apply(changes: RowChanges): void {
    const { key } = changes;
    const existence = this.#existence.get(key);
    const freshness = this.#freshness.get(key);
    if (existence || freshness) {
      changes.forEach((pk, record, previous) => {
        if (!record || !previous) this.#mark(existence?.get(pk));
        this.#mark(freshness?.get(pk));
      });
    }
    // Read `refreshed()` only if needed: it walks over all rows that differ.
    if (freshness) for (const pk of changes.refreshed()) this.#mark(freshness.get(pk));
    if (changes.count > 0) this.#mark(this.#content.get(key)?.get(''));
  }

  /** Marks the presence of an entity key. */
  markPresence(key: string): void {
    this.#mark(this.#presence.get(key)?.get(''));
  }

  /** Marks all facts. */
  markAll(): void {
    for (const nodes of [this.#existence, this.#freshness, this.#content, this.#presence]) {
      for (const ofKey of [...nodes.values()]) ofKey.forEach((node) => this.#mark(node));
    }
  }

  #mark(node: WatchNode | undefined): void {
    if (node) this.#graph.markDirty(node);
  }
}
