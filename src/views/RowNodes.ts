import { sameArgs } from '../schema/argsKeyOf.ts';
import type { EntityClass } from '../schema/Schema.ts';
import { add, listOf, remove, type SmallSet } from '../shared/smallSet.ts';
import type { RowChanges } from '../table/RowChanges.ts';
import type { TableReader } from '../table/TableReader.ts';
import { EntityNode } from './EntityNode.ts';
import { EntityNodes } from './EntityNodes.ts';
import { type Graph, GraphNode } from './GraphNode.ts';

const NONE: readonly GraphNode[] = [];

/** A dependency without a value: it only becomes dirty. */
class Dependency extends GraphNode {
  /** There is nothing to compute: the inference reads the table itself. */
  override read(): unknown {
    this.state = 'clean';
    return super.read();
  }

  compute(): undefined {}
}

/** The nodes made of the rows of one entity key, and what else depends on these rows. */
export class RowNodes {
  declare private readonly graph: Graph;
  declare private readonly key: string;
  /** Stands for the schema of dependencies on whether rows exist. */
  declare private readonly existence: object;
  /** Stands for the schema of dependencies on the record and the meta of rows. */
  declare private readonly freshness: object;
  declare private freshnessCount: number;
  /** For each class of the key, the nodes that depend on no args. */
  declare private readonly classes: EntityNodes[];
  /**
   * By primary key: nodes of entities that depend on args; dependencies. `''`: dependencies on all
   * rows; for existence, also on a response that brought all.
   */
  declare private readonly others: Map<string, SmallSet<GraphNode>>;

  constructor(graph: Graph, key: string) {
    this.graph = graph;
    this.key = key;
    this.existence = { key };
    this.freshness = { key };
    this.freshnessCount = 0;
    this.classes = [];
    this.others = new Map();
  }

  /** The nodes of a class of the key. */
  nodesOf(schema: EntityClass): EntityNodes {
    for (const nodes of this.classes) if (nodes.schema === schema) return nodes;
    const nodes = new EntityNodes(this.graph, schema);
    this.classes.push(nodes);
    return nodes;
  }

  /** The node of an entity that depends on args; creates it if needed. */
  entity(schema: EntityClass, pk: string, args: readonly unknown[] | undefined): EntityNode {
    const known = this.others.get(pk);
    // The cast holds: other nodes have other schemas.
    let node = find(known, schema, pk, args) as EntityNode | undefined;
    if (!node) {
      node = new EntityNode(this.nodesOf(schema), pk, args);
      this.others.set(pk, add(known, node));
    }
    return node;
  }

  /** Makes the running computation depend on a row, or, with the primary key `''`, on all rows. */
  depend(on: 'existence' | 'freshness', pk: string): void {
    const schema = on === 'existence' ? this.existence : this.freshness;
    const known = this.others.get(pk);
    let node = find(known, schema, pk, undefined);
    if (!node) {
      node = new Dependency(this.graph, schema, pk);
      this.others.set(pk, add(known, node));
      if (on === 'freshness') this.freshnessCount++;
    }
    node.read();
  }

  forget(node: GraphNode): void {
    if (node instanceof EntityNode && !node.args) {
      this.nodesOf(node.schema).forget(node);
      return;
    }
    // The cast holds: the stored form of these nodes is the primary key.
    drop(this.others, node.stored as string, node);
    if (node.schema === this.freshness) this.freshnessCount--;
  }

  /** A list of the nodes that depend on a row. */
  of(pk: string): readonly GraphNode[] {
    let found = this.others.size > 0 ? listOf(this.others.get(pk)) : undefined;
    for (const nodes of this.classes) {
      const node = nodes.find(pk);
      if (node) (found ??= []).push(node);
    }
    return found ?? NONE;
  }

  /** Marks what depends on the changed rows. */
  apply(changes: RowChanges, before: TableReader, comparesMeta: boolean): void {
    const { table } = this.graph;
    const { key } = this;
    changes.forEach((pk, record, previous) => {
      // A row whose ordinal alone changed is listed as removed, too.
      const isGone = !record && !table.has(key, pk);
      for (const node of this.of(pk)) {
        if (isGone) markRemoved(node);
        else if (!record || !previous || node.schema !== this.existence) node.markDirty();
      }
    });
    // Read `refreshed()` only if needed: it walks over all rows that differ.
    for (const pk of comparesMeta || this.freshnessCount > 0 ? changes.refreshed() : []) {
      for (const node of this.of(pk)) {
        const isMarked = comparesMeta
          ? node.schema !== this.existence
          : node.schema === this.freshness;
        if (isMarked) node.markDirty();
      }
    }
    if (changes.count > 0) find(this.others.get(''), this.freshness, '', undefined)?.markDirty();
    if (before.hasRows(key) !== table.hasRows(key)) this.markPresence();
  }

  /** Marks what depends on whether rows exist, or a response brought all. */
  markPresence(): void {
    find(this.others.get(''), this.existence, '', undefined)?.markDirty();
  }

  /** Marks everything: the table belongs to a new session. */
  restart(): void {
    for (const nodes of [...this.others.values()]) listOf(nodes).forEach(markRemoved);
    for (const nodes of this.classes) nodes.all().forEach(markRemoved);
  }
}

function markRemoved(node: GraphNode): void {
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
  return node.schema === schema && node.stored === stored && sameArgs(schema, node.args, args);
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
