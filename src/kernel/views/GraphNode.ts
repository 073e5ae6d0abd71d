import { INVALID } from '../../data/schema/INVALID.ts';
import type { DenormalizeDelegate, EntityClass } from '../../data/schema/Schema.ts';
import type { Args } from '../../shared/copyArgs.ts';
import { isStackOverflow, isTooDeep } from '../../shared/isStackOverflow.ts';
import { add, remove, type SmallSet } from '../../shared/smallSet.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import type { TableReader } from '../table/TableReader.ts';

/** The collection that has a node, to find it again. */
export interface NodeHome {
  /** Drops a node that no other node depends on. */
  forget(node: GraphNode): void;
}

/** What the nodes of a graph share. It is the home of the nodes of stored forms. */
export interface Graph extends DenormalizeDelegate, NodeHome {
  /** The lists of all rows. */
  readonly followers: Set<object>;
  readonly table: TableReader;
  /** Whether it is read once. Its values belong to that reader alone, and nodes have no dependencies. */
  readonly isThrowaway: boolean;
  /** The number of computations: the measure of the work done. */
  computations: number;
  /** Whether an object that stood in for a value became no value. */
  hasWithdrawn: boolean;
  /** Whether an entity was read by a former primary key. */
  hasRenamed: boolean;
  /** The node of an entity for a read with `args`; creates it if needed. */
  entity(schema: EntityClass, pk: string, args: Args | undefined): GraphNode;
  /** The nodes of a class. `readsArgs`: reads with other args have other nodes. */
  nodesOf(schema: EntityClass): { readonly readsArgs: boolean; node(pk: string): GraphNode };
  /** Whether values of a schema depend on args. */
  dependsOnArgs(schema: object): boolean;
  /** Lets the values made from `next` keep what they have in common with those from `previous`. */
  succeed(previous: unknown, next: unknown): void;
  /** Freezes a value in development. */
  seal<T extends object>(value: T): T;
  /** While it is active, it is told when a node was computed; `before` is its previous value. */
  readonly optimistic:
    { readonly isActive: boolean; made(node: GraphNode, before: unknown): void } | undefined;
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
/** The errors of failed nodes, and in which reading. */
const failures = new WeakMap<GraphNode, { readonly error: unknown; readonly reading: number }>();

export const runningNode = (): GraphNode | undefined => running;
/** The args that the running computation may use; `undefined` if its value depends on none. */
export function runningArgs(): Args | undefined {
  return running ? running.args : NO_ARGS;
}

/** Not `length = 0`: that frees the memory of the array, and the next read allocates it again. */
export function forgetReads(from: number): void {
  while (reads.length > from) reads.pop();
}

/**
 * A memoized value that knows its dependencies (`deps`) and the nodes that depend on it (`parents`).
 * A change marks nodes dirty, from the changed row upwards; the next read computes their values.
 *
 * A first read makes a node for each row: fields are assigned in the constructor, because a field
 * with an initializer costs one more call.
 */
export abstract class GraphNode<T = unknown> {
  readonly graph: Graph;
  /** The schema that makes the value; `undefined` for values of programs. */
  readonly schema: object | undefined;
  /** What the schema makes it from. */
  stored: unknown;
  /** The args of the read; `undefined` if the value depends on none: then all reads share it. */
  args: Args | undefined;
  /** `failed`: its computation threw. The error is kept until a dependency changes. */
  state: 'clean' | 'dirty' | 'computing' | 'failed';
  /** During the computation: the object that becomes the value, once another node has read it. */
  value: T;
  /** In the order of the reads. Most nodes have none or one, and need no array. */
  deps: GraphNode | readonly GraphNode[];
  parents: SmallSet<GraphNode>;
  /** Where others find the node. */
  readonly home: NodeHome;

  constructor(
    graph: Graph,
    schema?: object,
    stored?: unknown,
    args?: Args,
    home: NodeHome = graph,
  ) {
    this.graph = graph;
    this.schema = schema;
    this.stored = stored;
    this.args = args;
    this.state = 'dirty';
    // The cast holds: the value of a dirty node is not read.
    this.value = undefined as T;
    this.deps = NONE;
    this.parents = undefined;
    this.home = home;
  }

  /**
   * The value; computes it if a dependency has changed. Within a computation, the node becomes a
   * dependency of it.
   */
  read(): T {
    if (running?.graph === this.graph) reads.push(this);
    if (this.state === 'clean') return this.value;
    if (this.state === 'dirty' || (this.state === 'failed' && mayRetry(this))) update(this);
    if (this.state === 'computing') return this.begin();
    if (this.state === 'failed') throw failures.get(this)!.error;
    return this.value;
  }

  /** Makes the value from what it reads. Returns `previous` if nothing in it has changed. */
  abstract compute(previous: T | undefined): T;

  /** The object that becomes the value, for a read within the computation of this node. */
  begin(): T {
    throw new StreambedError('SB_CYCLE', 'A schema object that is not an entity contains itself.');
  }

  /** Whether the node can be read within its own computation. */
  get nests(): boolean {
    return false;
  }

  /** Marks the node dirty, and all nodes that depend on it. */
  markDirty(): void {
    if (this.state === 'dirty') return;
    this.state = 'dirty';
    this.dirtied();
    markParentsDirty(this);
  }

  /** Called when the node becomes dirty. */
  dirtied(): void {}

  /** Called once when a dependency becomes dirty. */
  depChanged(_dep: GraphNode): void {}

  /** Replaces the dependencies by what a computation has read: the nodes in `reads` from `from`. */
  link(from: number): void {
    const count = reads.length - from;
    const known = this.deps;
    if (known instanceof GraphNode) {
      if (count === 1 && reads[from] === known) return;
    } else if (known.length === count) {
      let index = 0;
      while (index < count && known[index] === reads[from + index]) index++;
      if (index === count) return;
    }
    this.setDeps(count === 1 ? reads[from] : reads.slice(from));
  }

  /** Replaces the dependencies by a node, or by an array that the caller goes on to maintain. */
  protected setDeps(deps: GraphNode | readonly GraphNode[]): void {
    const before = this.deps;
    this.deps = deps;
    for (const dep of nodesIn(deps)) dep.parents = dep.parents ? add(dep.parents, this) : this;
    if (before === NONE) return;
    const after = new Set(nodesIn(deps));
    for (const dep of nodesIn(before)) if (!after.has(dep)) dep.removeParent(this);
  }

  /** Releases all dependencies. */
  unlink(): void {
    this.setDeps(NONE);
    this.state = 'dirty';
  }

  addParent(parent: GraphNode): void {
    this.parents = add(this.parents, parent);
  }

  removeParent(parent: GraphNode): void {
    if (this.parents === undefined) return;
    this.parents = remove(this.parents, parent);
    if (this.parents !== undefined) return;
    if (depth === 0) this.orphaned();
    else orphans.add(this);
  }

  get hasParents(): boolean {
    return this.parents !== undefined;
  }

  /** Called when the last parent is gone; not during computations, which may add a new parent. */
  orphaned(): void {
    this.unlink();
    this.home.forget(this);
  }
}

/** The nodes of a set, to iterate over. */
export function nodesIn(nodes: SmallSet<GraphNode> | readonly GraphNode[]): Iterable<GraphNode> {
  if (nodes === undefined) return NONE;
  return nodes instanceof GraphNode ? [nodes] : nodes;
}

/** Computes the value of a node. */
function update(node: GraphNode): void {
  if (depth >= MAX_READ_DEPTH) throw tooDeep(`more than ${MAX_READ_DEPTH} levels`);
  if (depth === 0) {
    reading++;
    // A full stack may have left some.
    if (reads.length > 0) forgetReads(0);
  }
  const { graph, value: before } = node;
  const outer = running;
  const from = reads.length;
  let value = before;
  let state: GraphNode['state'] = 'clean';
  running = node;
  depth++;
  graph.computations++;
  node.value = undefined;
  node.state = 'computing';
  try {
    value = node.compute(before);
  } catch (thrown) {
    state = 'failed';
    failures.set(node, { error: thrown, reading });
    // On a full stack `tooDeep` throws again; a node further up has room for it.
    const error = isStackOverflow(thrown) && tooDeep('deeper than the rest of the stack allows');
    if (error) failures.set(node, { error, reading });
  } finally {
    running = outer;
    depth--;
    const begun = node.value;
    node.value = value;
    node.state = state;
    if (!graph.isThrowaway) node.link(from);
    // As in `forgetReads`: this runs for each row.
    while (reads.length > from) reads.pop();
    if (begun !== undefined && begun !== value) withdraw(node);
    if (graph.optimistic?.isActive) graph.optimistic.made(node, before);
    if (depth === 0 && (again.length > 0 || orphans.size > 0)) tidyUp();
  }
}

/** Another read of a node that nested too deep may be less deep, or have more of the stack. */
function mayRetry(node: GraphNode): boolean {
  const failure = failures.get(node)!;
  return (failure.reading !== reading || depth === 0) && isTooDeep(failure.error);
}

/**
 * Marks all nodes dirty that depend on a node. `withdrawn`: those that used the
 * object that became no value; they are computed again.
 */
function markParentsDirty(start: GraphNode, withdrawn = false): void {
  // No recursion: chains of entities can be longer than the stack.
  const reached: GraphNode[] = [start];
  for (let changed = reached.pop(); changed; changed = reached.pop()) {
    for (const parent of nodesIn(changed.parents)) {
      const { state, value } = parent;
      if (withdrawn && (state === 'computing' || state === 'failed' || value === INVALID)) continue;
      parent.depChanged(changed);
      if (state === 'dirty') continue;
      parent.state = 'dirty';
      if (withdrawn) again.push(parent);
      else parent.dirtied();
      reached.push(parent);
    }
  }
}

/**
 * The object that began the value of a node became no value: marks the nodes that used it dirty. All of
 * them were computed within the node's computation, because whatever depends on a node that is
 * computing was dirty before.
 */
function withdraw(node: GraphNode): void {
  node.graph.hasWithdrawn = true;
  markParentsDirty(node, true);
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
