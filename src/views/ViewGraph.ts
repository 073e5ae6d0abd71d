import { deserialize, resolveSchema } from '../schema/resolveSchema.ts';
import { isEntity } from '../schema/isEntity.ts';
import type { AllEntities, DenormalizeDelegate, Memo } from '../schema/Schema.ts';
import { usablePk } from '../schema/usablePk.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import { isStackOverflow, isTooDeep } from '../shared/isStackOverflow.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { EntityKeySet } from '../table/EntityKeySet.ts';
import { COMPLETE } from '../table/KindRows.ts';
import type { TableReader } from '../table/TableReader.ts';
import type { TableChanges } from '../table/TableChanges.ts';
import { type GraphNode, NO_ARGS } from './GraphNode.ts';
import { GraphNodes } from './GraphNodes.ts';
import { OptimisticNodes } from './OptimisticNodes.ts';
import { ProvisionalValues } from './ProvisionalValues.ts';
import type { ViewedState } from './ViewedState.ts';
import { ViewNode } from './ViewNode.ts';

/** How deep nodes may nest within one read. The stacks of all engines allow several times that. */
const MAX_READ_DEPTH = 1_000;

const NO_KEYS: ReadonlySet<string> = new Set();

/**
 * The memoized values of a table and their dependencies. A commit marks only the values that its
 * changes affect; the next read computes them.
 */
export class ViewGraph implements DenormalizeDelegate {
  table: TableReader;
  /** Whether it is read once. Its values belong to that reader alone, and nodes have no dependencies. */
  readonly isThrowaway: boolean;
  /** The number of computations: the measure of the work done. */
  computations = 0;
  readonly nodes = new GraphNodes(this);
  /** Reads of the running computations, innermost last. One array, as most read nothing. */
  readonly #reads: GraphNode[] = [];
  /** Where the reads of the innermost computation begin; -1 without a computation. */
  #from = -1;
  #running: GraphNode | undefined;
  #depth = 0;
  /** Counts the outermost computations. */
  #reading = 0;
  readonly early = new ProvisionalValues();
  readonly #optimistic = new OptimisticNodes();
  #isTidying = false;
  /** Nodes that lost their last parent during the running computations. */
  readonly #orphans = new Set<GraphNode>();

  constructor(table: TableReader, isThrowaway = false) {
    this.table = table;
    this.isThrowaway = isThrowaway;
  }

  // --- reading

  unvisit(schema: unknown, stored: unknown): unknown {
    if (stored === undefined || stored === null || schema === undefined || schema === null)
      return stored;
    if (isEntity(schema)) {
      const pk = typeof stored === 'string' ? stored : usablePk(stored);
      return pk === undefined ? undefined : this.nodes.entity(schema, pk, this.#args).read();
    }
    if (typeof schema === 'function') {
      // The cast holds: a function that is not an entity class is a deserializer.
      return deserialize(schema as (value: never) => unknown, stored);
    }
    const methods = resolveSchema(schema);
    // A text needs no node: it is a primary key, or the value itself.
    return typeof stored === 'object' && methods.memoizes?.(stored) !== false
      ? this.nodes.container(methods, stored, this.#args).read()
      : methods.denormalize(stored, this);
  }

  /** The args that the running computation may use; `undefined` if its value depends on none. */
  get #args(): readonly unknown[] | undefined {
    return this.#running ? this.#running.args : NO_ARGS;
  }

  get args(): readonly unknown[] {
    const args = this.#args;
    if (args) return args;
    throw new StreambedError('SB_ARGS_UNDECLARED', 'A schema reads the arguments of a call.');
  }

  memo(schema: object, stored: unknown, create: (args: readonly unknown[]) => Memo): unknown {
    return this.nodes.memo(schema, stored, create).read();
  }

  all(list: AllEntities): readonly unknown[] {
    return this.nodes.all(list, this.#args).read() as readonly unknown[];
  }

  /** In development, nobody can change a value that several observers share. */
  seal<T extends object>(value: T): T {
    return DEVELOPMENT && !this.isThrowaway ? Object.freeze(value) : value;
  }

  readonly isUnfinished = (value: unknown): boolean => this.early.isUnfinished(value);

  // --- computing

  /** Makes a node a dependency of the running computation. */
  track(node: GraphNode): void {
    if (this.#from >= 0 && !this.isThrowaway) this.#reads.push(node);
  }

  /** The number of reads of the running computation. */
  get trackedCount(): number {
    return this.#reads.length - this.#from;
  }

  /** Whether the running computation has read only one node since `before`, with this value. */
  isSoleRead(before: number, value: unknown): boolean {
    return this.trackedCount === before + 1 && this.#reads.at(-1)!.value === value;
  }

  untrack(): void {
    this.#forgetReads(this.#from);
  }

  /** Not `length = 0`: that frees the memory of the array, and the next read allocates it again. */
  #forgetReads(from: number): void {
    while (this.#reads.length > from) this.#reads.pop();
  }

  compute(node: GraphNode): void {
    if (this.#depth >= MAX_READ_DEPTH) throw tooDeep(`more than ${MAX_READ_DEPTH} levels`);
    if (this.#depth === 0) this.#reading++;
    const outer = this.#from;
    const from = (this.#from = this.#reads.length);
    const running = this.#running;
    this.#running = node;
    this.#depth++;
    this.computations++;
    const before = node.value;
    node.state = 'computing';
    try {
      node.value = node.compute();
      node.failure = undefined;
    } catch (error) {
      const reading = this.#reading;
      node.failure = { error, reading };
      // On a full stack `tooDeep` throws again; a node further up has room for it.
      if (isStackOverflow(error)) {
        node.failure = { error: tooDeep('deeper than the rest of the stack allows'), reading };
      }
      node.abandon();
    } finally {
      this.#depth--;
      this.#from = outer;
      this.#running = running;
      node.state = 'clean';
      node.link(this.#reads, from);
      this.#forgetReads(from);
      this.early.end(node);
      this.#optimistic.made(node, before);
      if (this.#depth === 0) this.#tidyUp();
    }
  }

  /** Computes nodes that used a withdrawn provisional value; forgets nodes without parents. */
  #tidyUp(): void {
    if (this.#isTidying) return;
    this.#isTidying = true;
    for (let node = this.early.next(); node; node = this.early.next()) {
      if (node.state === 'dirty') this.compute(node);
    }
    this.#isTidying = false;
    if (this.#orphans.size === 0) return;
    const orphans = [...this.#orphans];
    this.#orphans.clear();
    for (const node of orphans) if (!node.hasParents) node.orphaned();
  }

  /** Called when the last parent of a node is gone. */
  release(node: GraphNode): void {
    if (this.#depth === 0) node.orphaned();
    else this.#orphans.add(node);
  }

  /** Computes a node that nested too deep again: another read may be less deep or have more stack. */
  retryTooDeep(node: GraphNode): void {
    const { error, reading } = node.failure!;
    const isOther = reading !== this.#reading || this.#depth === 0;
    if (isOther && isTooDeep(error)) this.compute(node);
  }

  // --- changing

  /** Applies a commit: marks what depends on it. `hasLayers`: the state has optimistic layers. */
  apply({ entities }: ViewedState, changes: TableChanges, hasLayers: boolean): void {
    const before = this.table;
    this.table = entities;
    const comparesMeta = this.#optimistic.apply(hasLayers);
    for (const type of changes.kinds) this.nodes.apply(type, before, comparesMeta);
    for (const key of changes.reserved(COMPLETE)) this.nodes.markPresence(key);
  }

  /** Replaces the table by an unrelated one, after a reset. */
  reset({ entities }: ViewedState): void {
    this.table = entities;
    this.nodes.restart();
  }

  /** Marks a node and all nodes that depend on it. */
  readonly markDirty = (start: GraphNode): void => {
    if (start.state === 'dirty') return;
    start.state = 'dirty';
    // No recursion: chains of entities can be longer than the stack.
    const reached: GraphNode[] = [start];
    let changed = start;
    const mark = (parent: GraphNode): void => {
      parent.depChanged(changed);
      if (parent.state === 'dirty') return;
      parent.state = 'dirty';
      reached.push(parent);
    };
    for (let node = reached.pop(); node; node = reached.pop()) {
      node.marked();
      changed = node;
      node.forEachParent(mark);
    }
  };

  /** Whether a view depended on an optimistic layer at its last read. */
  isOptimistic(view: ViewNode<unknown>): boolean {
    return this.#optimistic.has(view);
  }

  /** The views that depended on any of the rows or on all rows of the keys at their last read. */
  viewsOf(rows: EntityKeySet, kinds: ReadonlySet<string> = NO_KEYS): Set<ViewNode<unknown>> {
    const views = new Set<ViewNode<unknown>>();
    const reached = this.nodes.of(rows, kinds);
    for (const node of reached) {
      if (node instanceof ViewNode) views.add(node);
      node.forEachParent((parent) => reached.add(parent));
    }
    return views;
  }

  /** Reads once and keeps no view. */
  readOnce<T>(args: readonly unknown[], produce: () => T): T {
    const view = new ViewNode(this, { args, produce, changed: () => {} });
    try {
      return view.read();
    } finally {
      view.dispose();
    }
  }
}

/** The error for entities that nest too deep to be read. */
function tooDeep(how: string): StreambedError {
  return new StreambedError('SB_DEPTH', `Entities nest ${how}.`);
}
