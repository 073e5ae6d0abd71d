import { allRows, kindsOf } from '../normalize/allMembers.ts';
import { isHidden } from '../normalize/entityInstance.ts';
import { INVALID } from '../schema/INVALID.ts';
import type { AllEntities, EntityClass } from '../schema/Schema.ts';
import type { RowChanges } from '../table/RowChanges.ts';
import { EntityNode } from '../views/EntityNode.ts';
import { GraphNode, NO_ARGS } from '../views/GraphNode.ts';
import type { RowsFollower } from '../views/GraphNodes.ts';
import type { ViewGraph } from '../views/ViewGraph.ts';
import type { ChangeSet } from './ChangeSet.ts';
import { RowsOutput } from './RowsOutput.ts';

/** One row: the view that reads it, or only its place if rows are stored records. */
type Row = Pick<EntityNode, 'schema' | 'pk'>;

/** Where the sets of the rows go. */
interface RowsHost {
  /** There may be changes to send. */
  changed(): void;
  next(set: ChangeSet<string, unknown>): void;
}

/**
 * All rows of a schema by key, and which of them may differ from what was sent. A commit costs what
 * it changed; the graph finds the rows in which a changed row is nested.
 */
export class RowsNode extends GraphNode implements RowsFollower {
  readonly kinds: ReadonlySet<string>;
  /** What was sent. */
  readonly output: RowsOutput<string, unknown>;
  readonly #list: AllEntities;
  readonly #isFlat: boolean;
  readonly #host: RowsHost;
  readonly #rows = new Map<string, Row>();
  /** Rows that may have changed or gone. */
  readonly #dirty = new Set<Row>();
  /** Whether the next set drops everything that was sent. */
  #mustRestart = true;

  constructor(graph: ViewGraph, list: AllEntities, isFlat: boolean, host: RowsHost) {
    super(graph);
    this.kinds = kindsOf(list);
    this.output = new RowsOutput(host);
    this.#list = list;
    this.#isFlat = isFlat;
    this.#host = host;
    graph.nodes.followers.add(this);
  }

  /** Sends the differences from what was sent, as the set of a version. After a restart: all rows. */
  send(version: number): void {
    try {
      if (this.#mustRestart) this.#readAll();
      for (const row of this.#dirty) this.#show(row);
    } catch (error) {
      this.#mustRestart = true;
      throw error;
    }
    this.#dirty.clear();
    this.state = 'clean';
    this.output.causedBy(version);
    this.output.send();
  }

  #show(row: Row): void {
    const key = this.#keyOf(row.schema.key, row.pk);
    const value = this.#read(row);
    if (value === undefined || value === INVALID) this.output.hide(key);
    else this.output.show(key, value);
  }

  #read(row: Row): unknown {
    const { schema: entity, pk } = row;
    const record = this.graph.table.get(entity.key, pk);
    if (record === undefined) return this.#drop(row);
    if (row instanceof EntityNode) return row.read();
    return isHidden(entity, record) ? undefined : record;
  }

  #readAll(): void {
    const { graph } = this;
    this.#dropAll();
    this.output.restart();
    for (const { entity, pk } of allRows(this.#list, (entityKey, visit) =>
      graph.table.forEach(entityKey, visit),
    )) {
      this.#add(entity, pk);
    }
    this.#mustRestart = false;
  }

  #add(entity: EntityClass, pk: string): void {
    const row = this.#isFlat
      ? { schema: entity, pk }
      : this.graph.nodes.entity(entity, pk, NO_ARGS);
    if (row instanceof EntityNode) row.addParent(this);
    this.#rows.set(this.#keyOf(entity.key, pk), row);
    this.#dirty.add(row);
  }

  #drop(row: Row): void {
    this.#dirty.delete(row);
    const key = this.#keyOf(row.schema.key, row.pk);
    if (this.#rows.get(key) === row) this.#rows.delete(key);
    if (row instanceof EntityNode) row.removeParent(this);
  }

  #dropAll(): void {
    const rows = [...this.#rows.values()];
    this.#rows.clear();
    this.#dirty.clear();
    for (const row of rows) if (row instanceof EntityNode) row.removeParent(this);
  }

  /** The primary key; if the schema has several entity keys, `entityKey/pk`. */
  #keyOf(entityKey: string, pk: string): string {
    return this.kinds.size === 1 ? pk : `${encodeURIComponent(entityKey)}/${pk}`;
  }

  /** Applies what a commit changed in the rows of one entity key. */
  apply(changes: RowChanges): void {
    const { key: entityKey } = changes;
    if (this.#mustRestart || changes.count === 0) return;
    const classOf = this.#list.classOf(entityKey);
    changes.forEach((pk, record) => {
      const row = this.#rows.get(this.#keyOf(entityKey, pk));
      const entity = record && classOf(record);
      if (row && (!entity || entity === row.schema)) {
        this.#dirty.add(row);
      } else if (entity) {
        // Another class makes another value for the same key.
        if (row) this.#drop(row);
        this.#add(entity, pk);
      }
    });
    this.#host.changed();
  }

  /** Starts anew: after a reset of the store, nothing that was sent counts. */
  restart(): void {
    this.#mustRestart = true;
    this.#host.changed();
  }

  override depChanged(dep: GraphNode): void {
    // The cast holds: only rows have this node as a parent.
    this.#dirty.add(dep as EntityNode);
    this.#host.changed();
  }

  /** Drops all rows and leaves the graph. */
  end(): void {
    this.graph.nodes.followers.delete(this);
    this.#dropAll();
  }

  /** Rows are read by {@link send}; the node has no value of its own. */
  compute(): undefined {
    return undefined;
  }

  /** No view is made of this node. */
  orphaned(): void {}
}
