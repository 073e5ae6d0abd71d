import { INVALID } from '../schema/INVALID.ts';
import type { DenormalizeDelegate, EntityClass } from '../schema/Schema.ts';
import { isStackOverflow, isTooDeep } from '../shared/isStackOverflow.ts';
import { add, forEachOf, remove, type SmallSet } from '../shared/smallSet.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { TableReader } from '../table/TableReader.ts';

type Args = readonly unknown[];

/** What the nodes of a graph share. */
export interface Graph extends DenormalizeDelegate {
  readonly table: TableReader;
  /** Whether it is read once. Its values belong to that reader alone, and nodes have no dependencies. */
  readonly isThrowaway: boolean;
  /** The number of computations: the measure of the work done. */
  computations: number;
  /** Whether an object that stood in for a value became no value. */
  hasWithdrawn: boolean;
  /** The node of an entity for a read with `args`; creates it if needed. */
  entity(schema: EntityClass, pk: string, args: Args | undefined): GraphNode;
  /** Lets the values made from `next` keep what they have in common with those from `previous`. */
  succeed(previous: unknown, next: unknown): void;
  /** Freezes a value in development. */
  seal<T extends object>(value: T): T;
  /** Is told when a node was computed; `before` is its previous value. */
  readonly optimistic: { made(node: GraphNode, before: unknown): void };
  /** Drops a node that no other node depends on. */
  forget(node: GraphNode): void;
}

/** How deep nodes may nest within one read. The stacks of all engines allow several times that. */
const MAX_READ_DEPTH = 1_000;

export const NO_ARGS: Args = [];
const NONE: readonly GraphNode[] = [];

// All graphs share these: computations nest, also those of several graphs.

let running: GraphNode | undefined;
let depth = 0;
/** Counts the outermost computations. */
let reading = 0;
/** What the running computations have read, innermost last. One array, as most read nothing. */
export const reads: GraphNode[] = [];
/** Nodes to compute again: they used an object that became no value. */
const again: GraphNode[] = [];
/** Nodes that lost their last parent during the running computations. */
const orphans = new Set<GraphNode>();

/** The args that the running computation may use; `undefined` if its value depends on none. */
export function runningArgs(): Args | undefined {
  return running ? running.args : NO_ARGS;
}

/** Not `length = 0`: that frees the memory of the array, and the next read allocates it again. */
export function forgetReads(from: number): void {
  while (reads.length > from) reads.pop();
}

/**
 * A memoized value that knows its dependencies (`deps`) and the nodes that depend on it (parents).
 * A change marks nodes dirty, from the changed row upwards; the next read computes their values.
 */
export abstract class GraphNode {
  readonly graph: Graph;
  /** The schema that makes the value; `undefined` for values of programs. */
  readonly schema: object | undefined;
  /** What the schema makes it from. */
  readonly stored: unknown;
  /** The args of the read; `undefined` if the value depends on none: then all reads share it. */
  args: Args | undefined;
  state: 'clean' | 'dirty' | 'computing' = 'dirty';
  /** During the computation: the object that becomes the value, once another node has read it. */
  value: unknown;
  /** The error of `compute`, and in which reading. It is kept until a dependency changes. */
  failure: { readonly error: unknown; readonly reading: number } | undefined;
  /** In the order of the reads. Most nodes have none or one, and need no array. */
  #deps: GraphNode | readonly GraphNode[] | undefined;
  #parents: SmallSet<GraphNode>;

  constructor(graph: Graph, schema?: object, stored?: unknown, args?: Args) {
    this.graph = graph;
    this.schema = schema;
    this.stored = stored;
    this.args = args;
  }

  /** Makes the node a dependency of the running computation. */
  track(): void {
    if (running?.graph === this.graph) reads.push(this);
  }

  /**
   * The value; computes it if a dependency has changed. Within a computation, the node becomes a
   * dependency of it.
   */
  read(): unknown {
    this.track();
    if (this.state === 'dirty' || (this.failure && mayRetry(this))) update(this);
    if (this.state === 'computing') return this.begin();
    if (this.failure) throw this.failure.error;
    return this.value;
  }

  /** Makes the value from what it reads. Returns `previous` if nothing in it has changed. */
  abstract compute(previous: unknown): unknown;

  /** The object that becomes the value, for a read within the computation of this node. */
  begin(): unknown {
    throw new StreambedError('SB_CYCLE', 'A schema object that is not an entity contains itself.');
  }

  /** Whether the node can be read within its own computation. */
  get nests(): boolean {
    return false;
  }

  /** Marks the node and all nodes that depend on it. */
  markDirty(): void {
    if (this.state === 'dirty') return;
    this.state = 'dirty';
    this.marked();
    markParents(this, callMarked);
  }

  /** Called when the node becomes dirty. */
  marked(): void {}

  /** Called once when a dependency becomes dirty. */
  depChanged(_dep: GraphNode): void {}

  /** Replaces the dependencies by what a computation has read: the nodes in `reads` from `from`. */
  link(from: number): void {
    const count = reads.length - from;
    const known = this.#deps ?? NONE;
    if (known instanceof GraphNode) {
      if (count === 1 && reads[from] === known) return;
    } else if (known.length === count && known.every((dep, i) => dep === reads[from + i])) {
      return;
    }
    this.setDeps(count === 1 ? reads[from] : reads.slice(from));
  }

  get deps(): readonly GraphNode[] {
    const deps = this.#deps ?? NONE;
    return deps instanceof GraphNode ? [deps] : deps;
  }

  /** Replaces the dependencies by one node, or by an array that the caller goes on to maintain. */
  protected setDeps(deps: GraphNode | readonly GraphNode[]): void {
    const before = this.deps;
    this.#deps = deps;
    for (const dep of this.deps) dep.addParent(this);
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
    if (this.#parents !== undefined) return;
    if (depth === 0) this.orphaned();
    else orphans.add(this);
  }

  get hasParents(): boolean {
    return this.#parents !== undefined;
  }

  forEachParent(visit: (parent: GraphNode) => void): void {
    forEachOf(this.#parents, visit);
  }

  /** Called when the last parent is gone; not during computations, which may add a new parent. */
  orphaned(): void {
    this.unlink();
    this.graph.forget(this);
  }
}

const callMarked = (node: GraphNode): void => node.marked();

/** Computes the value of a node. */
function update(node: GraphNode): void {
  if (depth >= MAX_READ_DEPTH) throw tooDeep(`more than ${MAX_READ_DEPTH} levels`);
  if (depth === 0) {
    reading++;
    // A full stack may have left some.
    forgetReads(0);
  }
  const { graph, value: before } = node;
  const outer = running;
  const from = reads.length;
  let value = before;
  running = node;
  depth++;
  graph.computations++;
  node.value = undefined;
  node.state = 'computing';
  try {
    value = node.compute(before);
    node.failure = undefined;
  } catch (error) {
    node.failure = { error, reading };
    // On a full stack `tooDeep` throws again; a node further up has room for it.
    if (isStackOverflow(error)) {
      node.failure = { error: tooDeep('deeper than the rest of the stack allows'), reading };
    }
  } finally {
    running = outer;
    depth--;
    const begun = node.value;
    node.value = value;
    node.state = 'clean';
    if (!graph.isThrowaway) node.link(from);
    forgetReads(from);
    if (begun !== undefined && begun !== value) withdraw(node);
    graph.optimistic.made(node, before);
    if (depth === 0) tidyUp();
  }
}

/** Another read of a node that nested too deep may be less deep, or have more of the stack. */
function mayRetry({ failure, state }: GraphNode): boolean {
  const isOther = failure!.reading !== reading || depth === 0;
  return state === 'clean' && isOther && isTooDeep(failure!.error);
}

/** Marks all nodes that depend on a node and are not dirty yet, except those that `skips` names. */
function markParents(
  start: GraphNode,
  marked: (node: GraphNode) => void,
  skips?: (node: GraphNode) => boolean,
): void {
  // No recursion: chains of entities can be longer than the stack.
  const reached: GraphNode[] = [start];
  let changed = start;
  const mark = (parent: GraphNode): void => {
    if (skips?.(parent)) return;
    parent.depChanged(changed);
    if (parent.state === 'dirty') return;
    parent.state = 'dirty';
    marked(parent);
    reached.push(parent);
  };
  for (let node = reached.pop(); node; node = reached.pop()) {
    changed = node;
    node.forEachParent(mark);
  }
}

/**
 * The object that began the value of a node became no value: marks the nodes that used it. All of
 * them were computed within the node's computation, because whatever depends on a node that is
 * computing was dirty before.
 */
function withdraw(start: GraphNode): void {
  start.graph.hasWithdrawn = true;
  markParents(
    start,
    (node) => again.push(node),
    ({ state, failure, value }) => state === 'computing' || !!failure || value === INVALID,
  );
}

/** Computes nodes that used a withdrawn object; forgets nodes without parents. */
function tidyUp(): void {
  // Nested computations do not tidy up.
  depth++;
  try {
    while (again.length > 0) {
      // Nodes that can be read within their own computation come first.
      const index = again.findIndex(({ nests }) => nests);
      const [node] = again.splice(index, 1);
      if (node.state === 'dirty') update(node);
    }
  } finally {
    depth--;
  }
  if (orphans.size === 0) return;
  const released = [...orphans];
  orphans.clear();
  for (const node of released) if (!node.hasParents) node.orphaned();
}

/** The error for entities that nest too deep to be read. */
function tooDeep(how: string): StreambedError {
  return new StreambedError('SB_DEPTH', `Entities nest ${how}.`);
}
