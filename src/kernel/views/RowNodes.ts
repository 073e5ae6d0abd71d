import { sameArgs } from '../../data/schema/argsKeyOf.ts';
import type { EntityClass } from '../../data/schema/Schema.ts';
import { add, forEachOf, listOf, remove, type SmallSet } from '../../shared/smallSet.ts';
import type { RowChanges } from '../table/RowChanges.ts';
import type { TableReader } from '../table/TableReader.ts';
import { EntityNode, type EntityHome } from './EntityNode.ts';
import { type Graph, GraphNode } from './GraphNode.ts';

/** A dependency without a value: it only becomes dirty. */
class Dependency extends GraphNode {
  /** There is nothing to compute: the inference reads the table itself. */
  override read(): unknown {
    this.state = 'clean';
    return super.read();
  }

  compute(): undefined {}
}

/**
 * What depends on the rows of one entity key, apart from {@link EntityNodes}: nodes of entities that
 * depend on args, and dependencies on whether rows exist, or how fresh they are.
 */
export class RowNodes implements EntityHome {
  readonly graph: Graph;
  readonly #key: string;
  /** Stands for the schema of dependencies on whether rows exist. */
  readonly #existence: object;
  /** Stands for the schema of dependencies on the record and the meta of rows. */
  readonly #freshness: object;
  #freshnessCount = 0;
  /**
   * By primary key. `''`: dependencies on all rows; for existence, also on a response that brought
   * all.
   */
  readonly #nodes = new Map<string, SmallSet<GraphNode>>();

  constructor(graph: Graph, key: string) {
    this.graph = graph;
    this.#key = key;
    this.#existence = { key };
    this.#freshness = { key };
  }

  /** The node of an entity that depends on args; creates it if needed. */
  entity(schema: EntityClass, pk: string, args: readonly unknown[]): EntityNode {
    const known = this.#nodes.get(pk);
    // The cast holds: other nodes have other schemas.
    let node = find(known, schema, pk, args) as EntityNode | undefined;
    if (!node) {
      node = new EntityNode(this, schema, pk, args);
      this.#nodes.set(pk, add(known, node));
    }
    return node;
  }

  record(pk: string): object | undefined {
    return this.graph.table.get(this.#key, pk);
  }

  /** Makes the running computation depend on a row, or, with the primary key `''`, on all rows. */
  depend(on: 'existence' | 'freshness', pk: string): void {
    const schema = on === 'existence' ? this.#existence : this.#freshness;
    const known = this.#nodes.get(pk);
    let node = find(known, schema, pk, undefined);
    if (!node) {
      node = new Dependency(this.graph, schema, pk, undefined, this);
      this.#nodes.set(pk, add(known, node));
      if (on === 'freshness') this.#freshnessCount++;
    }
    node.read();
  }

  forget(node: GraphNode): void {
    // The cast holds: the stored form of these nodes is the primary key.
    drop(this.#nodes, node.stored as string, node);
    if (node.schema === this.#freshness) this.#freshnessCount--;
  }

  /** The nodes of the entity with a primary key. */
  entities(pk: string): GraphNode[] {
    return listOf(this.#nodes.get(pk)).filter((node) => node instanceof EntityNode);
  }

  /** Marks what depends on the changed rows dirty. */
  apply(changes: RowChanges, before: TableReader, comparesMeta: boolean): void {
    const { table } = this.graph;
    const key = this.#key;
    changes.forEach((pk, record, previous) => {
      const nodes = this.#nodes.get(pk);
      if (nodes === undefined) return;
      // A row whose ordinal alone changed is listed as removed, too.
      if (!record && !table.has(key, pk)) listOf(nodes).forEach(rowRemoved);
      else this.#markDirty(pk, record && previous ? this.#existence : undefined);
    });
    // Read `refreshed()` only if needed: it walks over all rows that differ.
    for (const pk of comparesMeta || this.#freshnessCount > 0 ? changes.refreshed() : []) {
      if (comparesMeta) this.#markDirty(pk, this.#existence);
      else find(this.#nodes.get(pk), this.#freshness, pk, undefined)?.markDirty();
    }
    if (changes.count > 0) this.#markDirty('', this.#existence);
    if (before.hasRows(key) !== table.hasRows(key)) this.presenceChanged();
  }

  #markDirty(pk: string, except: object | undefined): void {
    forEachOf(this.#nodes.get(pk), (node) => {
      if (node.schema !== except) node.markDirty();
    });
  }

  /** Marks what depends on whether rows exist, or a response brought all, dirty. */
  presenceChanged(): void {
    find(this.#nodes.get(''), this.#existence, '', undefined)?.markDirty();
  }

  /** Marks everything dirty: the table belongs to a new session. */
  restart(): void {
    for (const nodes of [...this.#nodes.values()]) listOf(nodes).forEach(rowRemoved);
  }
}

/** Marks a node dirty whose row was removed. */
export function rowRemoved(node: GraphNode): void {
  node.markDirty();
  if (!node.hasParents) node.orphaned();
}

/** The node for a schema, a stored form and args. */
export function find<N extends GraphNode>(
  nodes: SmallSet<N>,
  schema: object,
  stored: unknown,
  args: readonly unknown[] | undefined,
): N | undefined {
  if (nodes === undefined) return undefined;
  if (nodes instanceof GraphNode) return isFor(nodes, schema, stored, args) ? nodes : undefined;
  for (const node of nodes) if (isFor(node, schema, stored, args)) return node;
  return undefined;
}

/** Not a closure: this runs for every entity that is read. */
function isFor(
  node: GraphNode,
  schema: object,
  stored: unknown,
  args: readonly unknown[] | undefined,
): boolean {
  if (node.schema !== schema || node.stored !== stored) return false;
  return node.args === args || sameArgs(schema, node.args, args);
}

/** Removes a node from the nodes of a key. */
export function drop<K, N extends GraphNode>(nodes: NodeMap<K, N>, key: K, node: N): void {
  const others = remove(nodes.get(key), node);
  if (others) nodes.set(key, others);
  else nodes.delete(key);
}

interface NodeMap<K, N extends GraphNode> {
  get(key: K): SmallSet<N>;
  set(key: K, nodes: SmallSet<N>): unknown;
  delete(key: K): boolean;
}
