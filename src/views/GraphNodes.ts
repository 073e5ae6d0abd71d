import { argsKeyOf, sameArgs } from '../schema/argsKeyOf.ts';
import { ArraySchema } from '../schema/ArraySchema.ts';
import type { AllEntities, EntityClass, Memo, SchemaMethods } from '../schema/Schema.ts';
import { isData } from '../shared/isPlainObject.ts';
import { add, forEachOf, listOf, remove, type SmallSet } from '../shared/smallSet.ts';
import type { EntityKeySet } from '../table/EntityKeySet.ts';
import type { RowChanges } from '../table/RowChanges.ts';
import type { TableReader } from '../table/TableReader.ts';
import { AllNode } from './AllNode.ts';
import { ContainerNode } from './ContainerNode.ts';
import { Dependency } from './Dependency.ts';
import { EntityNode } from './EntityNode.ts';
import { GraphNode, NO_ARGS } from './GraphNode.ts';
import { ListNode } from './ListNode.ts';
import { MemoNode, type MemoNodes } from './MemoNode.ts';
import type { ViewGraph } from './ViewGraph.ts';

type Args = readonly unknown[];

type Data = Readonly<Record<string | number, unknown>>;

interface NodeMap<K, N extends GraphNode> {
  get(key: K): SmallSet<N>;
  set(key: K, nodes: SmallSet<N>): unknown;
  delete(key: K): boolean;
}

/** A node of a stored list or object. */
type StoredNode = ListNode | ContainerNode;

/** What was made of the rows of one entity key, and what depends on them, by primary key. */
export interface RowNodes {
  /** One node for each class of the key, and more if the entity depends on args. */
  readonly entities: Map<string, SmallSet<EntityNode>>;
  /** Dependencies on whether a row exists; `''`: whether any row does, or a response brought all. */
  readonly existence: Map<string, Dependency>;
  /** Dependencies on the record and the meta of a row; `''`: on the records of all rows. */
  readonly freshness: Map<string, Dependency>;
}

/** A list of all rows of some entity keys, which is maintained. */
export interface RowsFollower {
  readonly kinds: ReadonlySet<string>;
  /** Applies what a commit changed in the rows of one of the keys. */
  apply(changes: RowChanges): void;
  /** The store was reset: the table belongs to a new session. */
  restart(): void;
}

/** Finds and creates the nodes of a graph: entities, lists, objects and memos. */
export class GraphNodes {
  readonly #graph: ViewGraph;
  /** By entity key. */
  readonly #rows = new Map<string, RowNodes>();
  /** By stored value; for texts by schema. */
  readonly #memos = new WeakMap<object, MemoNodes>();
  readonly #containers = new WeakMap<object, SmallSet<StoredNode>>();
  readonly followers = new Set<RowsFollower>();

  constructor(graph: ViewGraph) {
    this.#graph = graph;
  }

  /** The node of an entity for a read with `args`; creates it if needed. */
  entity(entity: EntityClass, pk: string, args?: Args): EntityNode {
    const { entities } = this.#rowsOf(entity.key);
    const known = entities.get(pk);
    const own = argsFor(entity, args);
    let node = find(known, entity, own);
    if (!node) entities.set(pk, add(known, (node = new EntityNode(this.#graph, entity, pk, own))));
    return node;
  }

  /** The node of a stored list or object for a read with `args`; creates it if needed. */
  container(schema: SchemaMethods, stored: object, args: Args | undefined): StoredNode {
    const known = this.#containers.get(stored);
    const own = argsFor(schema, args);
    const found = find(known, schema, own);
    if (found) return found;
    const isList =
      schema instanceof ArraySchema &&
      schema.denormalize === ArraySchema.prototype.denormalize &&
      Array.isArray(stored);
    const node = isList
      ? new ListNode(this.#graph, schema, stored, own)
      : new ContainerNode(this.#graph, schema, stored, own);
    this.#containers.set(stored, add(known, node));
    return node;
  }

  /** The node of a list of all entities for a read with `args`; creates it if needed. */
  all(list: AllEntities, args: Args | undefined): AllNode {
    const own = argsFor(list, args);
    for (const node of this.followers) {
      const isSame = node instanceof AllNode && node.schema.readsSame(list);
      if (isSame && sameArgs(list, node.args, own)) return node;
    }
    const node = new AllNode(this.#graph, list, own);
    this.followers.add(node);
    return node;
  }

  /** The node of a memo for the args of the running computation; creates it if needed. */
  memo(schema: object, stored: unknown, create: (args: Args) => Memo): MemoNode {
    const keyOf = argsKeyOf(schema);
    const own = keyOf && this.#graph.args;
    const whole = own && keyOf(own);
    const owner = typeof stored === 'object' && stored !== null ? stored : schema;
    const isText = typeof stored === 'string' && typeof whole !== 'object';
    const key = isText ? `${String(whole)} ${stored}` : whole;
    let nodes = this.#memos.get(owner);
    if (!nodes) this.#memos.set(owner, (nodes = new Map()));
    const known = nodes.get(key);
    const found = listOf(known).find(
      (one) => one.stored === stored && one.schema === schema && sameArgs(schema, one.args, own),
    );
    if (found) return found;
    const memo = create(own ?? NO_ARGS);
    const node = new MemoNode(this.#graph, schema, stored, nodes, key, memo, own);
    nodes.set(key, add(known, node));
    return node;
  }

  /** Makes the running computation depend on a row, or, with the primary key `''`, on all rows. */
  depend(on: 'existence' | 'freshness', key: string, pk: string): void {
    if (this.#graph.isThrowaway) return;
    const nodes = this.#rowsOf(key)[on];
    let node = nodes.get(pk);
    if (!node) nodes.set(pk, (node = new Dependency(this.#graph, nodes, pk)));
    node.read();
  }

  #rowsOf(key: string): RowNodes {
    let rows = this.#rows.get(key);
    if (!rows) {
      rows = { entities: new Map(), existence: new Map(), freshness: new Map() };
      this.#rows.set(key, rows);
    }
    return rows;
  }

  /**
   * The stored value `next` replaces `previous`: what is equal in the values made from both keeps
   * its reference.
   */
  succeed(previous: unknown, next: unknown): void {
    if (previous === next || !isData(previous) || !isData(next)) return;
    const known = this.#containers.get(previous);
    // A value with a schema only stands within values with one: the search ends here.
    if (!known) return;
    for (const { schema, value, args } of listOf(known)) {
      this.container(schema, next, args).value ??= value;
    }
    for (const name of Array.isArray(next) ? next.keys() : Object.keys(next)) {
      this.succeed((previous as Data)[name], (next as Data)[name]);
    }
  }

  // --- changing

  /** Marks what depends on the changed rows of an entity key. */
  apply(changes: RowChanges, before: TableReader, comparesMeta: boolean): void {
    const { key } = changes;
    const { table } = this.#graph;
    for (const follower of this.followers) if (follower.kinds.has(key)) follower.apply(changes);
    const rows = this.#rows.get(key);
    if (!rows) return;
    const { entities, existence, freshness } = rows;
    changes.forEach((pk, record, previous) => {
      const nodes = entities.get(pk);
      // A row whose ordinal alone changed is listed as removed, too.
      if (record || table.has(key, pk)) this.#mark(nodes);
      else for (const node of listOf(nodes)) this.#markRemoved(node);
      if (!record || !previous) this.#mark(existence.get(pk));
      this.#mark(freshness.get(pk));
    });
    // Read `refreshed()` only if needed: it walks over all rows that differ.
    for (const pk of comparesMeta || freshness.size > 0 ? changes.refreshed() : []) {
      if (comparesMeta) this.#mark(entities.get(pk));
      this.#mark(freshness.get(pk));
    }
    if (changes.count > 0) this.#mark(freshness.get(''));
    if (before.hasRows(key) !== table.hasRows(key)) this.markPresence(key);
  }

  /** Marks what depends on whether rows of an entity key exist, or a response brought all. */
  markPresence(key: string): void {
    this.#mark(this.#rows.get(key)?.existence.get(''));
  }

  /** Marks everything: the table belongs to a new session. */
  restart(): void {
    for (const follower of this.followers) follower.restart();
    for (const { entities, existence, freshness } of this.#rows.values()) {
      for (const nodes of [...entities.values(), ...existence.values(), ...freshness.values()]) {
        for (const node of listOf<GraphNode>(nodes)) this.#markRemoved(node);
      }
    }
  }

  #mark(nodes: SmallSet<GraphNode>): void {
    if (nodes !== undefined) forEachOf(nodes, this.#graph.markDirty);
  }

  #markRemoved(node: GraphNode): void {
    this.#graph.markDirty(node);
    if (!node.hasParents) node.orphaned();
  }

  /** The nodes of rows, and the lists of all rows of entity keys. */
  of(rows: EntityKeySet, kinds: ReadonlySet<string>): Set<GraphNode> {
    const found = new Set<GraphNode>();
    rows.forEach((key, pk) => {
      forEachOf(this.#rows.get(key)?.entities.get(pk), (node) => found.add(node));
    });
    for (const all of this.followers) {
      if (all instanceof AllNode && [...all.kinds].some((key) => kinds.has(key))) found.add(all);
    }
    return found;
  }

  // --- forgetting

  forgetEntity(node: EntityNode): void {
    node.unlink();
    this.forget(this.#rowsOf(node.schema.key).entities, node.pk, node);
  }

  forgetContainer(node: StoredNode): void {
    this.forget(this.#containers, node.stored, node);
  }

  /** Removes a node from the nodes of a key. */
  forget<K, N extends GraphNode>(nodes: NodeMap<K, N>, key: K, node: N): void {
    const others = remove(nodes.get(key), node);
    if (others) nodes.set(key, others);
    else nodes.delete(key);
  }
}

/** The args that nodes of a schema have in a read with `args`. */
function argsFor(schema: object, args: Args | undefined): Args | undefined {
  return args && argsKeyOf(schema) ? args : undefined;
}

function find<N extends EntityNode | StoredNode>(
  nodes: SmallSet<N>,
  schema: object,
  args: Args | undefined,
): N | undefined {
  if (nodes === undefined) return undefined;
  if (nodes instanceof GraphNode) {
    return nodes.schema === schema && sameArgs(schema, nodes.args, args) ? nodes : undefined;
  }
  return listOf(nodes).find((node) => node.schema === schema && sameArgs(schema, node.args, args));
}
