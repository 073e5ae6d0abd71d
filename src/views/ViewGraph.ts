import { deserialize } from '../schema/deserialize.ts';
import { isEntity } from '../schema/isEntity.ts';
import { resolveSchema } from '../schema/resolveSchema.ts';
import type { AllEntities, DenormalizeDelegate, Memo } from '../schema/Schema.ts';
import { usablePk } from '../schema/usablePk.ts';
import { isStackOverflow } from '../shared/isStackOverflow.ts';
import { isTooDeep } from '../shared/isTooDeep.ts';
import type { EntityTable } from '../table/EntityTable.ts';
import type { RowChanges } from '../table/RowChanges.ts';
import type { TableChanges } from '../table/TableChanges.ts';
import { EarlyObjects } from './EarlyObjects.ts';
import { Facts } from './Facts.ts';
import type { GraphNode } from './GraphNode.ts';
import { type EntityNodes, GraphNodes } from './GraphNodes.ts';
import { OptimisticNodes } from './OptimisticNodes.ts';
import { ReaderArgs } from './ReaderArgs.ts';
import type { RowSet } from '../table/RowSet.ts';
import { TakenBack } from './TakenBack.ts';
import { tooDeep } from './tooDeep.ts';
import { ViewNode } from './ViewNode.ts';
import type { ViewedState } from './ViewedState.ts';
import { viewsOf } from './viewsOf.ts';

/** Nodes within each other while one view is read. The stack holds several times as many on every engine in use. */
const MAX_READ_DEPTH = 1_000;

const NO_KINDS: ReadonlySet<string> = new Set();

/**
 * Everything that was read from the table, memoized, and which of it depends on what. It routes the changes of a commit to the
 * values they affect; nothing else is looked at, and nothing is made again before it is read.
 */
export class ViewGraph implements DenormalizeDelegate {
  table: EntityTable;
  kinds: ReadonlySet<string> = new Set();
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
  readonly early = new EarlyObjects();
  readonly reader = new ReaderArgs();
  readonly #optimistic = new OptimisticNodes();
  readonly #takenBack = new TakenBack();
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
    // Of a text there is nothing to remember: it is the primary key of a node, or as it is stored.
    return typeof stored === 'object' && methods.memoizes?.(stored) !== false
      ? this.nodes.container(methods, stored).read()
      : methods.denormalize(stored, this);
  }

  /** The arguments of the reader. Who asks for them is made for readers of equal ones only. */
  get args(): readonly unknown[] {
    return this.reader.askAll();
  }

  argsKey(keyOf: (args: readonly unknown[]) => string | undefined): string | undefined {
    // The cast holds: it is what the function gave.
    return this.reader.ask(keyOf) as string | undefined;
  }

  memo(schema: object, stored: unknown, create: (args: readonly unknown[]) => Memo): unknown {
    return this.nodes.memos.get(schema, stored, create).read();
  }

  all(list: AllEntities): readonly unknown[] {
    return this.nodes.all(list).read() as readonly unknown[];
  }

  readonly isUnfinished = (value: unknown): boolean => this.early.isUnfinished(value);

  // --- computing

  /** Notes a read as a dependency of the running computation. */
  track(node: GraphNode): void {
    if (this.#from >= 0) this.#reads.push(node);
  }

  /** How many reads the running computation made. */
  get trackedCount(): number {
    return this.#reads.length - this.#from;
  }

  /** Whether the running computation has read one node since `before`, and that has this value. */
  isSoleRead(before: number, value: unknown): boolean {
    return this.trackedCount === before + 1 && this.#reads.at(-1)!.value === value;
  }

  /** Forgets the reads of the running computation. */
  untrack(): void {
    this.#forgetReads(this.#from);
  }

  /** One by one: an array whose length is set to 0 gives up its memory, and takes it again with the next read. */
  #forgetReads(from: number): void {
    while (this.#reads.length > from) this.#reads.pop();
  }

  compute(node: GraphNode): void {
    if (this.#depth >= MAX_READ_DEPTH) {
      throw tooDeep(`more than ${MAX_READ_DEPTH} levels`);
    }
    if (this.#depth === 0) this.#reading++;
    const outer = this.#from;
    const from = (this.#from = this.#reads.length);
    const asked = this.reader.begin();
    this.#depth++;
    this.computations++;
    const before = node.value;
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
      this.reader.made(node, this.#reads, from, asked);
      this.#forgetReads(from);
      this.#optimistic.made(node, before);
      if (this.#depth === 0) this.#tidyUp();
    }
  }

  /** Brings nodes that the computations have left dirty or alone to the state that all others rely on. */
  #tidyUp(): void {
    if (this.#isTidying) return;
    this.#isTidying = true;
    for (let node = this.#takenBack.next(); node; node = this.#takenBack.next()) {
      if (node.state === 'dirty') this.reader.again(() => this.compute(node));
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

  /** Makes a node that was too deep again: it need not be for a reader that is nearer, or has more of the stack. */
  retryTooDeep(node: GraphNode): void {
    const { error, depth, reading } = node.failure!;
    const isNearer = depth > this.#depth + 1;
    const isOther = reading !== this.#reading || this.#depth === 0;
    if ((isNearer || isOther) && isTooDeep(error)) this.compute(node);
  }

  // --- changing

  /** Takes over a commit: marks what depends on the changed rows. `hasLayers`: whether it shows more than what is confirmed. */
  apply({ entities, kinds }: ViewedState, changes: TableChanges, hasLayers: boolean): void {
    const [before, kindsBefore] = [this.table, this.kinds];
    this.table = entities;
    this.kinds = kinds;
    const looksAtStamps = this.#optimistic.apply(hasLayers);
    for (const type of changes.types) this.#applyKind(type, before, looksAtStamps);
    if (kinds === kindsBefore) return;
    for (const kind of kinds) if (!kindsBefore.has(kind)) this.facts.markPresence(kind);
    for (const kind of kindsBefore) if (!kinds.has(kind)) this.facts.markPresence(kind);
  }

  /** Whether entities of a kind were ever seen or asked for. */
  hasKind(kind: string): boolean {
    return this.kinds.has(kind) || this.table.hasType(kind);
  }

  /** Takes over a table that has nothing to do with the one before. */
  reset({ entities, kinds }: ViewedState): void {
    this.table = entities;
    this.kinds = kinds;
    for (const all of this.nodes.alls) all.reread();
    for (const rows of this.nodes.rows) rows.restart();
    for (const node of this.nodes.entities()) {
      this.markDirty(node);
      if (!node.hasParents) this.nodes.forgetEntity(node);
    }
    for (const node of [...this.nodes.alls]) this.markDirty(node);
    this.facts.markAll();
  }

  #applyKind(changes: RowChanges, before: EntityTable, looksAtStamps: boolean): void {
    const { key } = changes;
    for (const all of this.nodes.alls) if (all.kinds.has(key)) all.apply(changes);
    for (const rows of this.nodes.rows) if (rows.kinds.has(key)) rows.apply(changes);
    const classes = this.nodes.ofKind(key);
    if (classes) this.#markRows(classes, changes, looksAtStamps);
    this.facts.apply(changes);
    if (before.hasType(key) !== this.table.hasType(key)) this.facts.markPresence(key);
  }

  #markRows(classes: readonly EntityNodes[], changes: RowChanges, looksAtStamps: boolean): void {
    changes.forEach((pk, record) => {
      // A row that only has another place is told as removed, too.
      this.#markRow(classes, pk, !record && !this.table.has(changes.key, pk));
    });
    if (!looksAtStamps) return;
    for (const pk of changes.refreshed()) this.#markRow(classes, pk, false);
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
    let changed = start;
    const mark = (parent: GraphNode): void => {
      parent.depChanged(changed);
      if (parent.state === 'dirty') return;
      parent.state = 'dirty';
      reached.push(parent);
    };
    for (let node = reached.pop(); node; node = reached.pop()) {
      if (node instanceof ViewNode) node.owner.changed();
      changed = node;
      node.forEachParent(mark);
    }
  }

  /** Called by a node that has no value after all, although it gave an object to readers within its own computation. */
  takeBack(node: GraphNode): void {
    this.#takenBack.add(node);
  }

  /** Whether a view is made of optimistic answers, as it was read last. */
  isOptimistic(view: ViewNode<unknown>): boolean {
    return this.#optimistic.has(view);
  }

  /** The views that are made of any of the rows, as they were read last, and of all rows of the kinds. */
  viewsOf(rows: RowSet, kinds: ReadonlySet<string> = NO_KINDS): Set<ViewNode<unknown>> {
    return viewsOf(this.nodes, rows, kinds);
  }

  /** Reads once, for somebody who does not stay. */
  readOnce<T>(args: readonly unknown[], produce: () => T): T {
    const view = new ViewNode(this, { args, produce, changed: () => {} });
    try {
      return view.read();
    } finally {
      view.dispose();
    }
  }
}
