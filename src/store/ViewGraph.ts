import { All } from '../schema/All.ts';
import { deserialize } from '../schema/deserialize.ts';
import { isEntity } from '../schema/isEntity.ts';
import { resolveSchema } from '../schema/resolveSchema.ts';
import type { DenormalizeDelegate } from '../schema/Schema.ts';
import { Union } from '../schema/Union.ts';
import { usablePk } from '../schema/usablePk.ts';
import { isStackOverflow } from '../shared/isStackOverflow.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { EntityTable } from '../table/EntityTable.ts';
import type { TableChanges } from '../table/TableChanges.ts';
import { ContainerNode } from './ContainerNode.ts';
import { Facts } from './Facts.ts';
import type { GraphNode } from './GraphNode.ts';
import { type EntityNodes, GraphNodes } from './GraphNodes.ts';
import type { RowSet } from './RowSet.ts';
import type { StoreState } from './StoreState.ts';
import { takeBack } from './takeBack.ts';
import { ViewNode } from './ViewNode.ts';

/** Nodes within each other while one view is read. The stack holds several times as many on every engine in use. */
const MAX_READ_DEPTH = 1_000;

const NO_ARGS: readonly unknown[] = [];

/**
 * Everything that was read from the table, memoized, and which of it depends on what. It routes the changes of a commit to the
 * values they affect; nothing else is looked at, and nothing is made again before it is read.
 */
export class ViewGraph implements DenormalizeDelegate {
  table: EntityTable;
  kinds: ReadonlySet<string> = new Set();
  readonly args = NO_ARGS;
  /** How many nodes were made or made again: the measure of the work done. */
  computations = 0;
  readonly nodes = new GraphNodes(this);
  /** What inferences look at, beside entities. */
  readonly facts = new Facts(this);
  /** What the running computations read, innermost last. One array for all: most read nothing, and there are many. */
  readonly #reads: GraphNode[] = [];
  /** Where the reads of the innermost computation begin; -1 without one. */
  #from = -1;
  #depth = 0;
  /** Counts the computations that are not part of another one. */
  #reading = 0;
  /** Objects that nodes gave to readers within their own computation: they will be the value. Few nodes are in circles. */
  readonly #early = new Map<GraphNode, object>();
  /** Nodes that the running computations made of an object that is none after all. */
  readonly #takenBack: GraphNode[] = [];
  #isTidying = false;
  /** Nodes that lost their last parent during the running computations. */
  readonly #orphans = new Set<GraphNode>();

  constructor(table: EntityTable) {
    this.table = table;
  }

  // --- reading

  unvisit(schema: unknown, stored: unknown): unknown {
    if (stored === undefined || stored === null || schema === undefined || schema === null)
      return stored;
    if (isEntity(schema)) {
      const pk = typeof stored === 'string' ? stored : usablePk(stored);
      return pk === undefined ? undefined : this.nodes.entity(schema, pk).read();
    }
    if (typeof schema === 'function') {
      // The cast holds: functions that are no entities are deserializers.
      return deserialize(schema as (value: never) => unknown, stored);
    }
    const methods = resolveSchema(schema);
    if (typeof stored !== 'object' || methods instanceof Union)
      return methods.denormalize(stored, this);
    if (methods instanceof All && !('items' in stored)) return methods.denormalize(stored, this);
    return this.nodes.container(methods, stored).read();
  }

  all(schema: All<never>): readonly unknown[] {
    return this.nodes.all(schema).read() as readonly unknown[];
  }

  // --- computing

  /** Notes a read as a dependency of the running computation. */
  track(node: GraphNode): void {
    if (this.#from >= 0) this.#reads.push(node);
  }

  /** How many reads the running computation made. */
  get trackedCount(): number {
    return this.#reads.length - this.#from;
  }

  /** Forgets the reads of the running computation. */
  untrack(): void {
    this.#reads.length = this.#from;
  }

  compute(node: GraphNode): void {
    if (this.#depth >= MAX_READ_DEPTH) {
      throw tooDeep(`more than ${MAX_READ_DEPTH} levels`);
    }
    if (this.#depth === 0) this.#reading++;
    const outer = this.#from;
    const from = (this.#from = this.#reads.length);
    this.#depth++;
    this.computations++;
    node.state = 'computing';
    try {
      node.value = node.compute();
      node.failure = undefined;
    } catch (error) {
      const [depth, reading] = [this.#depth, this.#reading];
      node.failure = { error, depth, reading };
      // On a full stack this throws again, and a node further up has the room for it.
      if (isStackOverflow(error)) {
        node.failure = {
          error: tooDeep('deeper than the rest of the stack allows'),
          depth,
          reading,
        };
      }
      node.abandon();
    } finally {
      this.#depth--;
      this.#from = outer;
      node.state = 'clean';
      node.link(this.#reads, from);
      this.#reads.length = from;
      if (this.#depth === 0) this.#tidyUp();
    }
  }

  /** Brings nodes that the computations have left dirty or alone to the state that all others rely on. */
  #tidyUp(): void {
    if (this.#isTidying) return;
    this.#isTidying = true;
    for (let node = this.#nextTakenBack(); node; node = this.#nextTakenBack()) {
      if (node.state === 'dirty') this.compute(node);
    }
    this.#isTidying = false;
    if (this.#orphans.size === 0) return;
    const orphans = [...this.#orphans];
    this.#orphans.clear();
    for (const node of orphans) if (!node.hasParents) node.orphaned();
  }

  /** Entities and lists first: they can be read within their own computation, objects cannot. */
  #nextTakenBack(): GraphNode | undefined {
    const place = this.#takenBack.findIndex((node) => !(node instanceof ContainerNode));
    return this.#takenBack.splice(place, 1)[0];
  }

  /** Called when the last parent of a node is gone. */
  release(node: GraphNode): void {
    if (this.#depth === 0) node.orphaned();
    else this.#orphans.add(node);
  }

  /** Makes a node that was too deep again: it need not be for a reader that is nearer, or has more of the stack. */
  retryTooDeep(node: GraphNode): void {
    const { error, depth, reading } = node.failure!;
    const isNearer = depth > this.#depth + 1;
    const isOther = reading !== this.#reading || this.#depth === 0;
    if ((isNearer || isOther) && (isTooDeep(error) || isStackOverflow(error))) this.compute(node);
  }

  /** The object that the value of a node that is being made will be, made by `make` for the first who asks. */
  early(node: GraphNode, make: () => object): object {
    let object = this.#early.get(node);
    if (!object) this.#early.set(node, (object = make()));
    return object;
  }

  hasEarly(node: GraphNode): boolean {
    return this.#early.size > 0 && this.#early.has(node);
  }

  /** The object of `early`, if anybody asked; it is forgotten. */
  takeEarly(node: GraphNode): object | undefined {
    if (this.#early.size === 0) return undefined;
    const object = this.#early.get(node);
    this.#early.delete(node);
    return object;
  }

  // --- changing

  /** Takes over a commit: marks what depends on the changed rows. */
  apply({ entities, kinds }: StoreState, changes: TableChanges): void {
    const [before, kindsBefore] = [this.table, this.kinds];
    this.table = entities;
    this.kinds = kinds;
    for (const kind of changes.keys()) this.#applyKind(kind, before, changes);
    if (kinds === kindsBefore) return;
    for (const kind of kinds) if (!kindsBefore.has(kind)) this.facts.markPresence(kind);
  }

  /** Whether entities of a kind were ever seen or asked for. */
  hasKind(kind: string): boolean {
    return this.kinds.has(kind) || this.table.hasType(kind);
  }

  /** Takes over a table that has nothing to do with the one before. */
  reset({ entities, kinds }: StoreState): void {
    this.table = entities;
    this.kinds = kinds;
    for (const all of this.nodes.alls) all.reread();
    for (const node of this.nodes.entities()) {
      this.markDirty(node);
      if (!node.hasParents) this.nodes.forgetEntity(node);
    }
    for (const node of [...this.nodes.alls]) this.markDirty(node);
    this.facts.markAll();
  }

  #applyKind(kind: string, before: EntityTable, changes: TableChanges): void {
    for (const all of this.nodes.alls) if (all.kinds.has(kind)) all.apply(kind, changes);
    const classes = this.nodes.ofKind(kind);
    if (classes) {
      changes.forEach(kind, (pk, record) => this.#markRow(classes, pk, record === undefined));
    }
    this.facts.apply(kind, changes);
    if (before.hasType(kind) !== this.table.hasType(kind)) this.facts.markPresence(kind);
  }

  #markRow(classes: readonly EntityNodes[], pk: string, isRemoved: boolean): void {
    for (const nodes of classes) {
      const node = nodes.get(pk);
      if (!node) continue;
      this.markDirty(node);
      if (isRemoved && !node.hasParents) this.nodes.forgetEntity(node);
    }
  }

  /** Marks a node and everything made of it. */
  markDirty(start: GraphNode): void {
    if (start.state === 'dirty') return;
    start.state = 'dirty';
    // Chains of entities can be longer than the stack.
    const reached: GraphNode[] = [start];
    for (let node = reached.pop(); node; node = reached.pop()) {
      if (node instanceof ViewNode) node.owner.dirtied();
      const changed = node;
      node.forEachParent((parent) => {
        parent.depChanged(changed);
        if (parent.state === 'dirty') return;
        parent.state = 'dirty';
        reached.push(parent);
      });
    }
  }

  /** Called by a node that has no value after all, although it gave an object to readers within its own computation. */
  takeBack(node: GraphNode): void {
    this.#takenBack.push(...takeBack(node));
  }

  /** The views that are made of any of the rows, as they were read last. */
  viewsOf(rows: RowSet): Set<ViewNode<unknown>> {
    const views = new Set<ViewNode<unknown>>();
    const reached = new Set<GraphNode>();
    rows.forEach((kind, pk) => {
      for (const nodes of this.nodes.ofKind(kind) ?? []) {
        const node = nodes.get(pk);
        if (node) reached.add(node);
      }
    });
    for (const node of reached) {
      if (node instanceof ViewNode) views.add(node);
      node.forEachParent((parent) => reached.add(parent));
    }
    return views;
  }

  /** Reads once, for somebody who does not stay. */
  readOnce<T>(produce: () => T): T {
    const view = new ViewNode(this, { produce, dirtied: () => {} });
    try {
      return view.read();
    } finally {
      view.dispose();
    }
  }
}

function tooDeep(how: string): StreambedError {
  return new StreambedError('SB_DEPTH', `Entities nest ${how}.`);
}

function isTooDeep(error: unknown): boolean {
  return error instanceof StreambedError && error.code === 'SB_DEPTH';
}
