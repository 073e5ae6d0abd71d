import { allRows, kindsOf } from '../../data/normalize/allMembers.ts';
import { isHidden } from '../../data/normalize/entityInstance.ts';
import { INVALID } from '../../data/schema/INVALID.ts';
import type { AllEntities, EntityClass } from '../../data/schema/Schema.ts';
import type { RowChanges } from '../../kernel/table/RowChanges.ts';
import type { RowsFollower } from '../../kernel/views/AllNode.ts';
import type { EntityNode } from '../../kernel/views/EntityNode.ts';
import { GraphNode, NO_ARGS } from '../../kernel/views/GraphNode.ts';
import type { ViewGraph } from '../../kernel/views/ViewGraph.ts';
import type { ChangeSet } from './ChangeSet.ts';
import { RowsOutput } from './RowsOutput.ts';

/** Where a row stands. A node of a row is one, too. */
type Row = Pick<EntityNode, 'schema' | 'stored'>;

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
  declare readonly graph: ViewGraph;
  readonly kinds: ReadonlySet<string>;
  /** Holds the rows that were sent. */
  readonly output: RowsOutput<string, unknown>;
  readonly #list: AllEntities;
  readonly #isFlat: boolean;
  readonly #host: RowsHost;
  /** The views of the rows; none if rows are stored records. */
  readonly #nodes = new Map<string, EntityNode>();
  /** Rows that may have changed or gone. */
  readonly #dirty = new Map<string, Row>();
  /** Whether the next set drops everything that was sent. */
  #mustRestart = true;

  constructor(graph: ViewGraph, list: AllEntities, isFlat: boolean, host: RowsHost) {
    super(graph);
    this.kinds = kindsOf(list);
    this.output = new RowsOutput(host);
    this.#list = list;
    this.#isFlat = isFlat;
    this.#host = host;
    graph.followers.add(this);
  }

  /** Sends the rows that differ from the sent ones, as the set of a version; after a restart all rows. */
  send(version: number): void {
    try {
      if (this.#mustRestart) this.#showAll();
      for (const [key, { schema, stored }] of this.#dirty) {
        this.#show(key, schema, stored, this.graph.table.get(schema.key, stored));
      }
    } catch (error) {
      this.#mustRestart = true;
      throw error;
    }
    this.#dirty.clear();
    this.state = 'clean';
    this.output.send(version);
  }

  #showAll(): void {
    const { table } = this.graph;
    this.#mustRestart = false;
    this.#dropAll();
    this.output.restart();
    if (this.kinds.size === 1) {
      const [key] = this.kinds;
      const classOf = this.#list.classOf(key);
      table.forEach(key, (record, pk) => this.#show(pk, classOf(record), pk, record));
      return;
    }
    const rows = allRows(this.#list, (entityKey, visit) => table.forEach(entityKey, visit));
    for (const { entity, pk } of rows) {
      this.#show(this.#keyOf(entity.key, pk), entity, pk, table.get(entity.key, pk));
    }
  }

  #show(key: string, entity: EntityClass, pk: string, record: object | undefined): void {
    const node = record && !this.#isFlat ? this.graph.entity(entity, pk, NO_ARGS) : undefined;
    this.#follow(key, node);
    const value = node ? node.read() : record && !isHidden(entity, record) ? record : undefined;
    if (value === undefined || value === INVALID) this.output.hide(key);
    else this.output.show(key, value);
  }

  /** Another class of the row has another node. */
  #follow(key: string, node: EntityNode | undefined): void {
    const before = this.#nodes.get(key);
    if (before === node) return;
    node?.addParent(this);
    before?.removeParent(this);
    if (node) this.#nodes.set(key, node);
    else this.#nodes.delete(key);
  }

  #dropAll(): void {
    const nodes = [...this.#nodes.values()];
    this.#nodes.clear();
    this.#dirty.clear();
    for (const node of nodes) node.removeParent(this);
  }

  /** The primary key; if the schema has several entity keys, `entityKey/pk`. */
  #keyOf(entityKey: string, pk: string): string {
    return this.kinds.size === 1 ? pk : `${encodeURIComponent(entityKey)}/${pk}`;
  }

  /** Applies what a commit changed in the rows of one entity key. */
  apply(changes: RowChanges): void {
    if (this.#mustRestart || changes.count === 0) return;
    const classOf = this.#list.classOf(changes.key);
    changes.forEach((pk, record, previous) => {
      // The cast holds: a row that is removed had a record.
      const schema = classOf((record ?? previous)!);
      this.#dirty.set(this.#keyOf(changes.key, pk), { schema, stored: pk });
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
    const row = dep as EntityNode;
    const key = this.#keyOf(row.schema.key, row.stored);
    // A row that the commit changed may have another class from here on.
    if (!this.#dirty.has(key)) this.#dirty.set(key, row);
    this.#host.changed();
  }

  /** Drops all rows and leaves the graph. */
  end(): void {
    this.graph.followers.delete(this);
    this.#dropAll();
  }

  /** Rows are read by {@link send}; the node has no value of its own. */
  compute(): undefined {
    return undefined;
  }

  /** No view is made of this node. */
  override orphaned(): void {}
}
