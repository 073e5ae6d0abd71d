import type { TableChanges } from '../table/TableChanges.ts';
import type { ViewGraph } from './ViewGraph.ts';
import { WatchNode } from './WatchNode.ts';

/** Nodes by kind of entity and primary key; `''` where a fact is about the kind. */
type Nodes = Map<string, Map<string, WatchNode>>;

/**
 * Facts of the table that inferences looked at, beside the entities they read. Each is a node that becomes dirty when the fact may be
 * another one.
 */
export class Facts {
  readonly #graph: ViewGraph;
  readonly #existence: Nodes = new Map();
  readonly #freshness: Nodes = new Map();
  readonly #content: Nodes = new Map();
  readonly #presence: Nodes = new Map();

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

  #watch(nodes: Nodes, kind: string, pk: string): void {
    let ofKind = nodes.get(kind);
    if (!ofKind) nodes.set(kind, (ofKind = new Map<string, WatchNode>()));
    const watched = ofKind;
    let node = watched.get(pk);
    if (!node) {
      node = new WatchNode(this.#graph, () => {
        watched.delete(pk);
        if (watched.size === 0 && nodes.get(kind) === watched) nodes.delete(kind);
      });
      watched.set(pk, node);
    }
    node.read();
  }

  /** Marks the facts that the changes of a kind touch. */
  apply(kind: string, changes: TableChanges): void {
    const existence = this.#existence.get(kind);
    const freshness = this.#freshness.get(kind);
    if (existence || freshness) {
      changes.forEach(kind, (pk, record, previous) => {
        if (!record || !previous) this.#mark(existence?.get(pk));
        this.#mark(freshness?.get(pk));
      });
    }
    // Which rows were refreshed is found out on demand only: it takes a walk over what differs.
    if (freshness) for (const pk of changes.refreshed(kind)) this.#mark(freshness.get(pk));
    if (changes.changeCount(kind) > 0) this.#mark(this.#content.get(kind)?.get(''));
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
