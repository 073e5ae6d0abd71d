import { argsKeyOf } from '../../data/schema/argsKeyOf.ts';
import type { EntityClass } from '../../data/schema/Schema.ts';
import type { KindFamily } from '../table/KindFamily.ts';
import type { KindRows } from '../table/KindRows.ts';
import type { RowChanges } from '../table/RowChanges.ts';
import type { TableReader } from '../table/TableReader.ts';
import { EntityNode, type EntityHome } from './EntityNode.ts';
import { type Graph, nodesIn } from './GraphNode.ts';
import { rowRemoved } from './RowNodes.ts';
import { ViewNode } from './ViewNode.ts';

/**
 * The nodes of one entity class, except those that depend on args. They are in an array by slot: a
 * map of primary keys would take as much memory as the nodes have fields.
 */
export class EntityNodes implements EntityHome {
  readonly graph: Graph;
  readonly schema: EntityClass;
  readonly key: string;
  /** Whether reads with other args have other values. */
  readonly readsArgs: boolean;
  /** The nodes of another class with the same key. */
  readonly older: EntityNodes | undefined;
  /** Whether a view shows how fresh one of the rows is. */
  showsMeta: boolean;
  /** By the first slot that a primary key ever got: it stays, also when the row moves. */
  private bySlot: (EntityNode | undefined)[];
  /** Nodes of primary keys without a slot. */
  private unknown: Map<string, EntityNode> | undefined;
  /** The table and its rows at the last look-up. */
  private table: TableReader | undefined;
  private rows: KindRows | undefined;
  private family: KindFamily | undefined;

  constructor(graph: Graph, schema: EntityClass, older: EntityNodes | undefined) {
    this.graph = graph;
    this.schema = schema;
    this.key = schema.key;
    this.readsArgs = argsKeyOf(schema) !== undefined;
    this.older = older;
    this.showsMeta = false;
    this.bySlot = [];
    this.unknown = undefined;
    this.table = undefined;
    this.rows = undefined;
    this.family = undefined;
  }

  record(pk: string): object | undefined {
    if (this.table !== this.graph.table) this.#follow();
    const { rows } = this;
    return rows?.recordAt(rows.slotOf(pk));
  }

  /** The node of a primary key; creates it if needed. */
  node(pk: string): EntityNode {
    if (this.table !== this.graph.table) this.#follow();
    const entry = this.family?.entry(pk);
    const slot = typeof entry === 'object' ? entry[0] : entry;
    const known = slot === undefined ? this.unknown?.get(pk) : this.bySlot[slot];
    if (known) return known;
    const moved = slot !== undefined && this.unknown?.get(pk);
    const node = moved || new EntityNode(this, this.schema, pk);
    if (slot === undefined) {
      (this.unknown ??= new Map()).set(pk, node);
    } else {
      this.bySlot[slot] = node;
      if (moved) this.unknown!.delete(pk);
    }
    return node;
  }

  /** The node of a primary key, if there is one. */
  find(pk: string): EntityNode | undefined {
    if (this.table !== this.graph.table) this.#follow();
    const entry = this.family?.entry(pk);
    const slot = typeof entry === 'object' ? entry[0] : entry;
    return (slot === undefined ? undefined : this.bySlot[slot]) ?? this.unknown?.get(pk);
  }

  forget(node: EntityNode): void {
    const pk = node.stored;
    if (this.find(pk) !== node) return;
    const entry = this.family?.entry(pk);
    this.unknown?.delete(pk);
    if (entry !== undefined) this.bySlot[typeof entry === 'number' ? entry : entry[0]] = undefined;
  }

  /** Marks the nodes of changed rows dirty. `comparesMeta`: also those of rows with another meta. */
  apply(changes: RowChanges, comparesMeta: boolean): void {
    if (this.bySlot.length === 0 && !this.unknown) return;
    const { table } = this.graph;
    for (const pk of changes.pks()) {
      const node = this.find(pk);
      if (node && !table.has(this.key, pk)) rowRemoved(node);
      else node?.markDirty();
    }
    // Read `refreshed()` only if needed: it walks over all rows that differ.
    if (!comparesMeta && !this.showsMeta) return;
    for (const pk of changes.refreshed()) {
      const node = this.find(pk);
      if (comparesMeta) node?.markDirty();
      else if (node) markViewsDirty(node);
    }
  }

  /** Marks all nodes dirty: the table belongs to a new session. */
  restart(): void {
    this.#all().forEach(rowRemoved);
  }

  #all(): EntityNode[] {
    const nodes = this.bySlot.filter((node) => node !== undefined);
    return this.unknown ? [...nodes, ...this.unknown.values()] : nodes;
  }

  /** The graph has another table. If its rows have other slots, the nodes move to these. */
  #follow(): void {
    const { graph, family } = this;
    this.table = graph.table;
    this.rows = graph.table.rowsOf(this.key);
    if (!this.rows || this.rows.family === family) return;
    this.family = this.rows.family;
    if (this.bySlot.length === 0) return;
    this.unknown = new Map(this.#all().map((node) => [node.stored, node]));
    this.bySlot = [];
  }
}

/** Marks the views that show the entity dirty: they may show how fresh it is. */
function markViewsDirty(node: EntityNode): void {
  for (const parent of nodesIn(node.parents)) if (parent instanceof ViewNode) parent.markDirty();
}
