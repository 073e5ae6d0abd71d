import type { RowChanges } from '../table/RowChanges.ts';
import type { ViewGraph } from './ViewGraph.ts';
import { WatchNode, type WatchNodes } from './WatchNode.ts';

/**
 * Facts of the table that inferences looked at, beside the entities they read. Each is a node that becomes dirty when the fact may be
 * another one.
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

  /** Makes the running computation depend on whether a row is known. */
  watchExistence(kind: string, pk: string): void {
    this.#watch(this.#existence, kind, pk);
  }

  /** … on how fresh a row is. */
  watchFreshness(kind: string, pk: string): void {
    this.#watch(this.#freshness, kind, pk);
  }

  /** … on anything of a kind. */
  watchContent(kind: string): void {
    this.#watch(this.#content, kind, '');
  }

  /** … on whether anything of a kind was ever seen or asked for. */
  watchPresence(kind: string): void {
    this.#watch(this.#presence, kind, '');
  }

  #watch(nodes: WatchNodes, kind: string, pk: string): void {
    let ofKind = nodes.get(kind);
    if (!ofKind) nodes.set(kind, (ofKind = new Map<string, WatchNode>()));
    let node = ofKind.get(pk);
    if (!node) ofKind.set(pk, (node = new WatchNode(this.#graph, nodes, kind, pk)));
    node.read();
  }

  /** Marks the facts that the changes of a kind touch. */
  apply(changes: RowChanges): void {
    const { key: kind } = changes;
    const existence = this.#existence.get(kind);
    const freshness = this.#freshness.get(kind);
    if (existence || freshness) {
      changes.forEach((pk, record, previous) => {
        if (!record || !previous) this.#mark(existence?.get(pk));
        this.#mark(freshness?.get(pk));
      });
    }
    // Which rows were refreshed is found out on demand only: it takes a walk over what differs.
    if (freshness) for (const pk of changes.refreshed()) this.#mark(freshness.get(pk));
    if (changes.count > 0) this.#mark(this.#content.get(kind)?.get(''));
  }

  /** Marks whether anything of a kind is known. */
  markPresence(kind: string): void {
    this.#mark(this.#presence.get(kind)?.get(''));
  }

  /** Marks everything. */
  markAll(): void {
    for (const nodes of [this.#existence, this.#freshness, this.#content, this.#presence]) {
      for (const ofKind of [...nodes.values()]) ofKind.forEach((node) => this.#mark(node));
    }
  }

  #mark(node: WatchNode | undefined): void {
    if (node) this.#graph.markDirty(node);
  }
}
