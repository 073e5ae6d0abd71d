import { forEachOf, type SmallSet, add, remove } from '../shared/smallSet.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { ViewGraph } from './ViewGraph.ts';

export const NO_ARGS: readonly unknown[] = [];

/**
 * A memoized value that knows its dependencies (`deps`) and the nodes that depend on it (parents).
 * A change marks nodes dirty, from the changed row upwards; a dirty node computes its value on the
 * next read.
 */
export abstract class GraphNode {
  readonly graph: ViewGraph;
  /** The args of the read; `undefined` if the value depends on none: then all reads share it. */
  args: readonly unknown[] | undefined;
  state: 'clean' | 'dirty' | 'computing' = 'dirty';
  value: unknown;
  /** The error of `compute`, and in which reading. It is kept until a dependency changes. */
  failure: { readonly error: unknown; readonly reading: number } | undefined;
  /** In the order of the reads. Most nodes have none or one, and need no array. */
  #deps: GraphNode | readonly GraphNode[] | undefined;
  #parents: SmallSet<GraphNode>;

  constructor(graph: ViewGraph, args?: readonly unknown[]) {
    this.graph = graph;
    this.args = args;
  }

  /**
   * The value; computes it if a dependency has changed. Within a computation, the node becomes a
   * dependency of it.
   */
  read(): unknown {
    this.graph.track(this);
    if (this.state === 'dirty') this.graph.compute(this);
    else if (this.failure && this.state === 'clean') this.graph.retryTooDeep(this);
    if (this.state === 'computing') return this.provisional();
    if (this.failure) throw this.failure.error;
    return this.value;
  }

  /** Computes the value; returns the previous one if nothing in it changed. */
  abstract compute(): unknown;

  /**
   * The value for a read within the computation of this node: the object that becomes the value.
   */
  provisional(): unknown {
    throw new StreambedError('SB_CYCLE', 'A schema object that is not an entity contains itself.');
  }

  /** Whether the value has the same members as one that the node had before. */
  isLike(_before: unknown): boolean {
    return false;
  }

  /** Called when the node becomes dirty. */
  marked(): void {}

  /** Called once when a dependency becomes dirty. */
  depChanged(_dep: GraphNode): void {}

  /** Called after `compute` has thrown. */
  abandon(): void {}

  /**
   * Called when the last parent is gone; during a computation, only at its end, because it may add
   * a new parent.
   */
  abstract orphaned(): void;

  /**
   * Replaces the dependencies by the nodes that a computation read: those in `reads` from index
   * `from`.
   */
  link(reads: readonly GraphNode[], from: number): void {
    if (sameNodes(this.#deps, reads, from)) return;
    this.setDeps(reads.length === from + 1 ? reads[from] : reads.slice(from));
  }

  get deps(): readonly GraphNode[] {
    const deps = this.#deps;
    if (deps === undefined) return NONE;
    return deps instanceof GraphNode ? [deps] : deps;
  }

  /** Replaces the dependencies by one node, or by an array that the caller goes on to maintain. */
  protected setDeps(deps: GraphNode | readonly GraphNode[]): void {
    const { deps: before } = this;
    this.#deps = deps;
    if (deps instanceof GraphNode) deps.addParent(this);
    else for (const dep of deps) dep.addParent(this);
    if (before.length === 0) return;
    const after = new Set(this.deps);
    for (const dep of before) if (!after.has(dep)) dep.removeParent(this);
  }

  /** Releases all dependencies. */
  unlink(): void {
    this.setDeps(NONE);
    this.state = 'dirty';
  }

  addParent(parent: GraphNode): void {
    this.#parents = add(this.#parents, parent);
  }

  removeParent(parent: GraphNode): void {
    if (this.#parents === undefined) return;
    this.#parents = remove(this.#parents, parent);
    if (this.#parents === undefined) this.graph.release(this);
  }

  get hasParents(): boolean {
    return this.#parents !== undefined;
  }

  forEachParent(visit: (parent: GraphNode) => void): void {
    forEachOf(this.#parents, visit);
  }
}

const NONE: readonly GraphNode[] = [];

function sameNodes(
  deps: GraphNode | readonly GraphNode[] | undefined,
  reads: readonly GraphNode[],
  from: number,
): boolean {
  if (deps === undefined) return reads.length === from;
  if (deps instanceof GraphNode) return reads.length === from + 1 && reads[from] === deps;
  if (deps.length !== reads.length - from) return false;
  for (let i = 0; i < deps.length; i++) if (deps[i] !== reads[from + i]) return false;
  return true;
}
