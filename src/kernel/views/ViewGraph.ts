import { argsKeyOf, sameArgs } from '../../data/schema/argsKeyOf.ts';
import { ArraySchema } from '../../data/schema/ArraySchema.ts';
import { deserialize, resolveSchema } from '../../data/schema/resolveSchema.ts';
import { isEntity } from '../../data/schema/isEntity.ts';
import type { AllEntities, EntityClass, Memo } from '../../data/schema/Schema.ts';
import { usablePk } from '../../data/schema/entity/usablePk.ts';
import type { Args } from '../../shared/copyArgs.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { isData } from '../../shared/isPlainObject.ts';
import { listDifference } from '../../shared/listDifference.ts';
import { add, listOf, type SmallSet } from '../../shared/smallSet.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { COMPLETE } from '../table/KindRows.ts';
import type { Lookups } from './lookups.ts';
import type { TableReader } from '../table/TableReader.ts';
import type { TableChanges } from '../table/TableChanges.ts';
import { AllNode, type RowsFollower } from './AllNode.ts';
import type { EntityNode } from './EntityNode.ts';
import { EntityNodes } from './EntityNodes.ts';
import {
  type Graph,
  type GraphNode,
  NO_ARGS,
  reads,
  runningArgs,
  runningNode,
} from './GraphNode.ts';
import { isUnfinished, ListNode } from './ListNode.ts';
import { OptimisticNodes } from './OptimisticNodes.ts';
import { drop, find, RowNodes } from './RowNodes.ts';
import { StoredNode } from './StoredNode.ts';
import { ViewNode } from './ViewNode.ts';

type Data = Readonly<Record<string | number, unknown>>;

/**
 * The memoized values of a table and their dependencies. A commit makes only the values dirty that its
 * changes affect; the next read computes them.
 */
export class ViewGraph implements Graph {
  table: TableReader;
  readonly isThrowaway: boolean;
  computations = 0;
  hasWithdrawn = false;
  hasRenamed = false;
  readonly #classes = new Map<EntityClass, EntityNodes>();
  /** By entity key: the nodes of the newest class with the key. Those of older classes follow. */
  readonly #ofKey = new Map<string, EntityNodes>();
  /** Of the class that was read last. */
  #recent: EntityNodes | undefined;
  /** By entity key. */
  readonly #rows = new Map<string, RowNodes>();
  /** By stored value. */
  readonly #stored = new WeakMap<object, SmallSet<StoredNode | ListNode>>();
  /** By stored value, and for texts by schema; then by args, with the text. */
  readonly #memos = new WeakMap<object, Map<unknown, SmallSet<StoredNode>>>();
  readonly followers = new Set<RowsFollower>();
  readonly lookups: Lookups;
  /** Made for the first optimistic layer. */
  optimistic: OptimisticNodes | undefined = undefined;

  constructor(table: TableReader, isThrowaway = false, lookups: Lookups = new Map()) {
    this.table = table;
    this.lookups = lookups;
    this.isThrowaway = isThrowaway;
  }

  // --- reading

  unvisit(schema: unknown, stored: unknown): unknown {
    if (stored === undefined || stored === null || schema === undefined || schema === null)
      return stored;
    if (typeof schema === 'function') {
      // The members of rows are mostly of the class that was read last.
      const isRecent = schema === this.#recent?.schema;
      if (!isRecent && !isEntity(schema)) {
        // The cast holds: a function that is not an entity class is a deserializer.
        return deserialize(schema as (value: never) => unknown, stored);
      }
      const pk = typeof stored === 'string' ? stored : usablePk(stored);
      if (pk === undefined) return undefined;
      const nodes = isRecent ? this.#recent! : this.nodesOf(schema as EntityClass);
      const node = nodes.readsArgs ? this.entity(nodes.schema, pk, runningArgs()) : nodes.node(pk);
      return node.read();
    }
    const methods = resolveSchema(schema);
    // A view mostly reads one list, and the same again.
    const dep = runningNode()?.deps;
    const isSame = dep instanceof ListNode && dep.stored === stored && dep.schema === methods;
    if (isSame && !dep.args && dep.graph === this) return dep.read();
    // A text needs no node: it is a primary key, or the value itself.
    return typeof stored === 'object' && methods.memoizes?.(stored) !== false
      ? this.#container(methods, stored, runningArgs()).read()
      : methods.denormalize(stored, this);
  }

  get args(): Args {
    const args = runningArgs();
    if (args) return args;
    throw new StreambedError('SB_ARGS_UNDECLARED', 'A schema reads the arguments of a call.');
  }

  dependsOnArgs(schema: object): boolean {
    return argsKeyOf(schema) !== undefined;
  }

  memo(schema: object, stored: unknown, create: (args: Args) => Memo): unknown {
    const args = argsKeyOf(schema) && this.args;
    const [nodes, key] = this.#memosOf(schema, stored, args);
    const known = nodes.get(key);
    let node = find(known, schema, stored, args);
    if (!node) {
      node = new StoredNode(this, schema, stored, args, create(args ?? NO_ARGS));
      nodes.set(key, add(known, node));
    }
    return node.read();
  }

  getEntity(key: string, pk: string): object | undefined {
    const { table } = this;
    return table.get(key, pk) ?? table.get(key, table.renamedTo(key, pk) ?? '');
  }

  all(list: AllEntities): readonly unknown[] {
    const args = argsKeyOf(list) ? runningArgs() : undefined;
    for (const node of this.followers) {
      const isSame = node instanceof AllNode && node.schema.readsSame(list);
      if (isSame && sameArgs(list, node.args, args)) return node.read() as readonly unknown[];
    }
    const node = new AllNode(this, list, args);
    this.followers.add(node);
    return node.read() as readonly unknown[];
  }

  readonly isUnfinished = isUnfinished;

  /** Freezes, in development, a value that several observers share. */
  seal<T extends object>(value: T): T {
    return DEVELOPMENT && !this.isThrowaway ? Object.freeze(value) : value;
  }

  /** Reads once and keeps no view. */
  readOnce<T>(args: Args, produce: () => T): T {
    const view = new ViewNode(this, { args, produce, changed: () => {} });
    try {
      return view.read();
    } finally {
      view.dispose();
    }
  }

  // --- nodes

  entity(schema: EntityClass, pk: string, args: Args | undefined): EntityNode {
    const nodes = this.nodesOf(schema);
    return args && nodes.readsArgs
      ? this.#rowsOf(nodes.key).entity(schema, pk, args)
      : nodes.node(pk);
  }

  nodesOf(schema: EntityClass): EntityNodes {
    let nodes = this.#classes.get(schema);
    if (!nodes) {
      nodes = new EntityNodes(this, schema, this.#ofKey.get(schema.key));
      this.#classes.set(schema, nodes);
      this.#ofKey.set(nodes.key, nodes);
    }
    return (this.#recent = nodes);
  }

  /** Makes the running computation depend on a row, or, with the primary key `''`, on all rows. */
  depend(on: 'existence' | 'freshness', key: string, pk: string): void {
    if (!this.isThrowaway) this.#rowsOf(key).depend(on, pk);
  }

  #rowsOf(key: string): RowNodes {
    let rows = this.#rows.get(key);
    if (!rows) this.#rows.set(key, (rows = new RowNodes(this, key)));
    return rows;
  }

  /** The node of a stored list or object for a read with args. */
  #container(schema: object, stored: object, reader: Args | undefined): StoredNode | ListNode {
    const args = reader && argsKeyOf(schema) ? reader : undefined;
    const known = this.#stored.get(stored);
    const found = known && find(known, schema, stored, args);
    if (found) return found;
    const isList =
      schema instanceof ArraySchema &&
      schema.denormalize === ArraySchema.prototype.denormalize &&
      Array.isArray(stored);
    const node = isList
      ? new ListNode(this, schema, stored, args)
      : new StoredNode(this, schema, stored, args);
    this.#stored.set(stored, add(known, node));
    return node;
  }

  /** Where the nodes of a memo are. */
  #memosOf(
    schema: object,
    stored: unknown,
    args: Args | undefined,
  ): [nodes: Map<unknown, SmallSet<StoredNode>>, key: unknown] {
    const owner = typeof stored === 'object' && stored !== null ? stored : schema;
    const ofArgs = args && argsKeyOf(schema)?.(args);
    const isText = typeof stored === 'string' && typeof ofArgs !== 'object';
    let nodes = this.#memos.get(owner);
    if (!nodes) this.#memos.set(owner, (nodes = new Map()));
    return [nodes, isText ? `${ofArgs as string} ${stored}` : ofArgs];
  }

  succeed(previous: unknown, next: unknown, owner = runningNode()): void {
    if (previous === next || !isData(previous) || !isData(next)) return;
    const known = this.#stored.get(previous);
    if (!known) return; // A value with a schema only stands within values with one.
    let heir: GraphNode | undefined;
    for (const node of listOf(known)) heir = this.#inherit(node, next, owner);
    if (!Array.isArray(next)) {
      const before = previous as Data;
      for (const [name, value] of Object.entries(next)) this.succeed(before[name], value, heir);
    } else if (Array.isArray(previous)) {
      const { start, added } = listDifference(previous, next);
      for (let i = start; i < start + added; i++) {
        if (typeof next[i] === 'object') this.succeed(previous[i], next[i], heir);
      }
    }
  }

  /**
   * Lets the next stored form begin with the value of a node. If only `owner` depends on the node,
   * and `owner` is being computed, the node moves to the next form, and keeps its dependencies.
   */
  #inherit(node: StoredNode | ListNode, next: object, owner?: GraphNode): GraphNode | undefined {
    const { schema, args, parents, stored, state, value } = node;
    const known = this.#stored.get(next);
    const other = find(known, schema!, next, args);
    // A computation that has read it, but has not ended, is no parent yet. The search is limited.
    const isFree = reads.length < 1_000 && !reads.includes(node);
    if (!other && owner && parents === owner && isFree && state !== 'computing') {
      // The cast holds: without a memo, only objects have nodes.
      drop(this.#stored, stored as object, node);
      node.stored = next;
      node.state = 'dirty';
      this.#stored.set(next, add(known, node));
      return node;
    }
    const heir = other ?? this.#container(schema!, next, args);
    if (heir.state !== 'computing') heir.value ??= value as never;
    return heir;
  }

  /** Drops the node of a stored form: all other nodes have another home. */
  forget(node: StoredNode | ListNode): void {
    const { schema, stored, args } = node;
    if (node instanceof StoredNode && node.memo) {
      const [nodes, key] = this.#memosOf(schema!, stored, args);
      drop(nodes, key, node);
    } else {
      // The cast holds: without a memo, only objects have nodes.
      drop(this.#stored, stored as object, node);
    }
  }

  // --- changing

  /** Applies a commit: marks what depends on it dirty. `hasLayers`: the state has optimistic layers. */
  apply(table: TableReader, changes: TableChanges, hasLayers: boolean): void {
    const before = this.table;
    this.table = table;
    if (hasLayers) this.optimistic ??= new OptimisticNodes();
    const comparesMeta = this.optimistic?.apply(hasLayers) === true;
    for (const type of changes.kinds) {
      const { key } = type;
      if (this.followers.size > 0) {
        for (const follower of this.followers) if (follower.kinds.has(key)) follower.apply(type);
      }
      for (let nodes = this.#ofKey.get(key); nodes; nodes = nodes.older) {
        nodes.apply(type, comparesMeta);
      }
      this.#rows.get(key)?.apply(type, before, comparesMeta);
    }
    for (const key of changes.reserved(COMPLETE)) this.#rows.get(key)?.presenceChanged();
  }

  /** Replaces the table by an unrelated one, after a reset. */
  reset(table: TableReader): void {
    this.table = table;
    for (const follower of this.followers) follower.restart();
    for (const nodes of this.#classes.values()) nodes.restart();
    for (const rows of this.#rows.values()) rows.restart();
  }

  /** The nodes of one entity: one per class with the key, and per args that it reads. */
  *entityNodes(key: string, pk: string): IterableIterator<GraphNode> {
    for (let nodes = this.#ofKey.get(key); nodes; nodes = nodes.older) {
      const node = nodes.find(pk);
      if (node) yield node;
    }
    yield* this.#rows.get(key)?.entities(pk) ?? [];
  }
}
