import { allRows, kindsOf } from '../normalize/allMembers.ts';
import { isHidden } from '../normalize/entityInstance.ts';
import type { AllEntities, EntityClass } from '../schema/Schema.ts';
import { INVALID } from '../schema/INVALID.ts';
import type { RowChanges } from '../table/RowChanges.ts';
import type { Change } from './ChangeSet.ts';
import type { EntityNode } from '../views/EntityNode.ts';
import type { RowsFollower } from '../views/GraphNodes.ts';
import { GraphNode, NO_ARGS } from '../views/GraphNode.ts';
import type { ViewGraph } from '../views/ViewGraph.ts';

/** One row: the view that reads it, and the value that was last sent. */
interface Row {
  readonly key: string;
  readonly entity: EntityClass;
  readonly pk: string;
  /** `undefined` if rows are stored records. */
  readonly node: EntityNode | undefined;
  /** `undefined` if the row is not shown. */
  sent: unknown;
}

/**
 * All rows of a schema by key, and which of them may differ from what was sent. A commit costs what
 * it changed; the graph finds the rows in which a changed row is nested.
 */
export class RowsNode extends GraphNode implements RowsFollower {
  readonly kinds: ReadonlySet<string>;
  readonly #list: AllEntities;
  readonly #isFlat: boolean;
  /** Called when there may be changes to take. */
  readonly #changed: () => void;
  /** In insertion order. */
  readonly #rows = new Map<string, Row>();
  /** Rows that may have changed or gone. */
  readonly #dirty = new Set<Row>();
  /** Whether the next set drops everything that was sent. */
  mustRestart = true;

  constructor(graph: ViewGraph, list: AllEntities, isFlat: boolean, changed: () => void) {
    super(graph);
    this.kinds = kindsOf(list);
    this.#list = list;
    this.#isFlat = isFlat;
    this.#changed = changed;
    graph.nodes.followers.add(this);
  }

  /** The differences from what was sent, which now count as sent. After a restart: all rows. */
  take(): Change<string, unknown>[] {
    if (this.mustRestart) this.#readAll();
    const changes: Change<string, unknown>[] = [];
    for (const row of this.#dirty) this.#takeRow(row, changes);
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
      this.#drop(row);
      return undefined;
    }
    if (!node) return isHidden(entity, record) ? undefined : record;
    const value = node.read();
    return value === INVALID ? undefined : value;
  }

  #drop(row: Row): void {
    this.#dirty.delete(row);
    if (this.#rows.get(row.key) === row) this.#rows.delete(row.key);
    row.node?.removeParent(this);
  }

  /** The sent rows, as adds. */
  sent(): Change<string, unknown>[] {
    const adds: Change<string, unknown>[] = [];
    for (const { key, sent: value } of this.#rows.values()) {
      if (value !== undefined) adds.push({ type: 'add', key, value });
    }
    return adds;
  }

  #readAll(): void {
    const { graph } = this;
    this.#dropAll();
    for (const { entity, pk } of allRows(this.#list, (entityKey, visit) =>
      graph.table.forEach(entityKey, visit),
    )) {
      this.#add(entity, pk);
    }
    this.mustRestart = false;
  }

  #dropAll(): void {
    const rows = [...this.#rows.values()];
    this.#rows.clear();
    this.#dirty.clear();
    for (const { node } of rows) node?.removeParent(this);
  }

  #add(entity: EntityClass, pk: string, sent?: unknown): void {
    const key = this.#keyOf(entity.key, pk);
    const node = this.#isFlat ? undefined : this.graph.nodes.entity(entity, pk, NO_ARGS);
    const row: Row = { key, entity, pk, node, sent };
    node?.addParent(this);
    this.#rows.set(key, row);
    this.#dirty.add(row);
  }

  /** The primary key; if the schema has several entity keys, `entityKey/pk`. */
  #keyOf(entityKey: string, pk: string): string {
    return this.kinds.size === 1 ? pk : `${encodeURIComponent(entityKey)}/${pk}`;
  }

  /** Applies what a commit changed in the rows of one entity key. */
  apply(changes: RowChanges): void {
    const { key: entityKey } = changes;
    if (this.mustRestart || changes.count === 0) return;
    const classOf = this.#list.classOf(entityKey);
    changes.forEach((pk, record) => {
      const row = this.#rows.get(this.#keyOf(entityKey, pk));
      const entity = record && classOf(record);
      if (row && (!entity || entity === row.entity)) {
        this.#dirty.add(row);
      } else if (entity) {
        // Another class makes another value for the same key.
        if (row) this.#drop(row);
        this.#add(entity, pk, row?.sent);
      }
    });
    this.#changed();
  }

  /** Starts anew: after a reset of the store, nothing that was sent counts. */
  restart(): void {
    this.mustRestart = true;
    this.#changed();
  }

  override depChanged(dep: GraphNode): void {
    const { schema: entity, pk } = dep as EntityNode;
    const row = this.#rows.get(this.#keyOf(entity.key, pk));
    if (!row) return;
    this.#dirty.add(row);
    this.#changed();
  }

  /** Drops all rows and leaves the graph. */
  end(): void {
    this.graph.nodes.followers.delete(this);
    this.#dropAll();
    this.mustRestart = true;
  }

  /** Rows are read by {@link take}; the node has no value of its own. */
  compute(): undefined {
    return undefined;
  }

  /** No view is made of this node. */
  orphaned(): void {}
}
