import { allRows, kindsOf } from '../normalize/allMembers.ts';
import { isHidden } from '../normalize/entityInstance.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import { INVALID } from '../schema/INVALID.ts';
import type { AllEntities } from '../schema/Schema.ts';
import type { RowChanges } from '../table/RowChanges.ts';
import type { Change } from './ChangeSet.ts';
import type { EntityNode } from '../views/EntityNode.ts';
import type { RowsFollower } from '../views/GraphNodes.ts';
import { GraphNode } from '../views/GraphNode.ts';
import type { ViewGraph } from '../views/ViewGraph.ts';

/** One row: what it is read with, and what was sent of it. */
interface Row {
  readonly key: string;
  readonly entity: EntityClass;
  readonly pk: string;
  /** `undefined` for rows as they are stored. */
  readonly node: EntityNode | undefined;
  /** `undefined`: nothing is shown of it. */
  sent: unknown;
}

const NO_ARGS: readonly unknown[] = [];

/**
 * All rows of a kind by key, and which of them may be others than those that were sent. A commit costs what it changed; rows that a changed row is
 * nested in are found through the graph.
 */
export class RowsNode extends GraphNode implements RowsFollower {
  readonly kinds: ReadonlySet<string>;
  readonly #list: AllEntities;
  readonly #isFlat: boolean;
  /** Called when there is something to take. */
  readonly #changed: () => void;
  /** In insertion order. */
  readonly #rows = new Map<string, Row>();
  /** What may be another one, or is gone. */
  readonly #dirty = new Set<Row>();
  #mustRestart = true;

  constructor(graph: ViewGraph, list: AllEntities, isFlat: boolean, changed: () => void) {
    super(graph);
    this.kinds = kindsOf(list);
    this.#list = list;
    this.#isFlat = isFlat;
    this.#changed = changed;
    graph.nodes.rows.add(this);
  }

  /** Whether everything that was sent is to be dropped. */
  get mustRestart(): boolean {
    return this.#mustRestart;
  }

  /** What differs from what was sent, which is sent by that. After a restart: everything. */
  take(): Change<string, unknown>[] {
    if (this.#mustRestart) this.#readAll();
    const outer = this.graph.reader.enter(NO_ARGS);
    const changes: Change<string, unknown>[] = [];
    try {
      for (const row of this.#dirty) this.#takeRow(row, changes);
    } finally {
      this.graph.reader.leave(outer);
    }
    this.#dirty.clear();
    this.state = 'clean';
    return changes;
  }

  #takeRow(row: Row, changes: Change<string, unknown>[]): void {
    const { key, sent: previous } = row;
    const value = this.#read(row);
    row.sent = value;
    if (Object.is(value, previous)) return;
    if (value === undefined) changes.push({ type: 'remove', key, previous });
    else if (previous === undefined) changes.push({ type: 'add', key, value });
    else changes.push({ type: 'update', key, value, previous });
  }

  #read(row: Row): unknown {
    const { entity, pk, node } = row;
    const record = this.graph.table.get(entity.key, pk);
    if (record === undefined) {
      this.#let(row);
      return undefined;
    }
    if (!node) return isHidden(entity, record) ? undefined : record;
    const value = node.read();
    return value === INVALID ? undefined : value;
  }

  #let(row: Row): void {
    if (this.#rows.get(row.key) === row) this.#rows.delete(row.key);
    row.node?.removeParent(this);
  }

  /** What was sent, as adds. */
  sent(): Change<string, unknown>[] {
    const adds: Change<string, unknown>[] = [];
    for (const { key, sent: value } of this.#rows.values()) {
      if (value !== undefined) adds.push({ type: 'add', key, value });
    }
    return adds;
  }

  #readAll(): void {
    const { graph } = this;
    this.#leaveAll();
    for (const { entity, pk } of allRows(this.#list, (kind, visit) =>
      graph.table.forEach(kind, visit),
    )) {
      this.#add(entity, pk);
    }
    this.#mustRestart = false;
  }

  #leaveAll(): void {
    const rows = [...this.#rows.values()];
    this.#rows.clear();
    this.#dirty.clear();
    for (const { node } of rows) node?.removeParent(this);
  }

  #add(entity: EntityClass, pk: string, sent?: unknown): void {
    const key = this.#keyOf(entity.key, pk);
    const node = this.#isFlat ? undefined : this.graph.nodes.entity(entity, pk);
    const row: Row = { key, entity, pk, node, sent };
    node?.addParent(this);
    this.#rows.set(key, row);
    this.#dirty.add(row);
  }

  /** Of several kinds, kind and primary key. */
  #keyOf(kind: string, pk: string): string {
    return this.kinds.size === 1 ? pk : `${encodeURIComponent(kind)}/${pk}`;
  }

  /** Takes over the rows of one of the kinds that a commit added, removed or changed. */
  apply(changes: RowChanges): void {
    const { key: kind } = changes;
    if (this.#mustRestart || changes.count === 0) return;
    const classOf = this.#list.classOf(kind);
    changes.forEach((pk, record) => {
      const row = this.#rows.get(this.#keyOf(kind, pk));
      const entity = record && classOf(record);
      if (row && (!entity || entity === row.entity)) {
        this.#dirty.add(row);
      } else if (entity) {
        // What is read with another class is another value of the same key.
        if (row) this.#forget(row);
        this.#add(entity, pk, row?.sent);
      }
    });
    this.#changed();
  }

  #forget(row: Row): void {
    this.#dirty.delete(row);
    this.#let(row);
  }

  /** A store that is reset has nothing to do with what was sent. */
  restart(): void {
    this.#mustRestart = true;
    this.#changed();
  }

  override depChanged(dep: GraphNode): void {
    const { entity, pk } = dep as EntityNode;
    const row = this.#rows.get(this.#keyOf(entity.key, pk));
    if (!row) return;
    this.#dirty.add(row);
    this.#changed();
  }

  /** The members are made for readers with other arguments from here on. */
  override depAskedArgs(): void {
    this.restart();
  }

  /** Lets go of everything. */
  end(): void {
    this.graph.nodes.rows.delete(this);
    this.#leaveAll();
    this.#mustRestart = true;
  }

  /** Rows are taken, not read. */
  compute(): undefined {
    return undefined;
  }

  protected provisional(): undefined {
    return undefined;
  }

  /** Nothing in the graph is made of it. */
  orphaned(): void {}
}
