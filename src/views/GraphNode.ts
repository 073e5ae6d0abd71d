import { forEachOf, type OneOrMany, withOne, withoutOne } from '../shared/oneOrMany.ts';
import type { ArgsUse } from './ReaderArgs.ts';
import type { ViewGraph } from './ViewGraph.ts';

/**
 * A memoized value that knows what it was made of (`deps`) and what was made of it (parents). A change marks nodes dirty from the
 * changed row upwards; values are made again only when somebody reads them.
 */
export abstract class GraphNode {
  readonly graph: ViewGraph;
  state: 'clean' | 'dirty' | 'computing' = 'dirty';
  value: unknown;
  /** What `compute` threw, how deep within other computations, and in which reading; kept like a value until a dependency changes. */
  failure:
    { readonly error: unknown; readonly depth: number; readonly reading: number } | undefined;
  /** What the value was made with of the arguments of its reader; most are for all readers. */
  argsUse: ArgsUse | undefined;
  /** In the order of the reads. Nearly all have none or one, and then no array. */
  #deps: GraphNode | readonly GraphNode[] | undefined;
  #parents: OneOrMany<GraphNode>;

  constructor(graph: ViewGraph) {
    this.graph = graph;
  }

  /** The value, made now if a dependency changed since the last time. Inside of a computation this is a dependency of it. */
  read(): unknown {
    this.graph.track(this);
    if (this.state === 'dirty') this.graph.compute(this);
    else if (this.failure && this.state === 'clean') this.graph.retryTooDeep(this);
    if (this.state === 'computing') return this.provisional();
    if (this.failure) throw this.failure.error;
    return this.value;
  }

  /** Makes the value; gives the previous one if nothing in it changed. */
  abstract compute(): unknown;

  /** What a reader within the own computation gets: the object that will be the value. */
  protected abstract provisional(): unknown;

  /** Called once when a dependency becomes dirty. */
  depChanged(_dep: GraphNode): void {}

  /** Called when a dependency proves to be for readers with certain arguments only, and others may hold it too. */
  depAskedArgs(_dep: GraphNode): void {}

  /** Called when `compute` threw. */
  abandon(): void {}

  /** Called when the last parent is gone, and not while something is computed: that may be the next parent. */
  abstract orphaned(): void;

  /** Takes over the dependencies that were read during a computation: those in `reads` behind `from`. */
  link(reads: readonly GraphNode[], from: number): void {
    if (sameNodes(this.#deps, reads, from)) return;
    this.setDeps(reads.length === from + 1 ? reads[from] : reads.slice(from));
  }

  /** Whether any dependency is as asked. */
  someDep(isSo: (dep: GraphNode) => boolean): boolean {
    return this.deps.some(isSo);
  }

  protected get deps(): readonly GraphNode[] {
    const deps = this.#deps;
    if (deps === undefined) return NONE;
    return deps instanceof GraphNode ? [deps] : deps;
  }

  /** Takes over one node, or an array that the caller goes on to maintain. */
  protected setDeps(deps: GraphNode | readonly GraphNode[]): void {
    const { deps: before } = this;
    this.#deps = deps;
    if (deps instanceof GraphNode) deps.addParent(this);
    else for (const dep of deps) dep.addParent(this);
    if (before.length === 0) return;
    const after = new Set(this.deps);
    for (const dep of before) if (!after.has(dep)) dep.removeParent(this);
  }

  /** Lets go of all dependencies. */
  unlink(): void {
    this.setDeps(NONE);
    this.state = 'dirty';
  }

  addParent(parent: GraphNode): void {
    this.#parents = withOne(this.#parents, parent);
  }

  removeParent(parent: GraphNode): void {
    if (this.#parents === undefined) return;
    this.#parents = withoutOne(this.#parents, parent);
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
