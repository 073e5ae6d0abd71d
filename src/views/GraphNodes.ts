import { ArraySchema } from '../schema/ArraySchema.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import type { AllEntities, SchemaMethods } from '../schema/Schema.ts';
import { isData } from '../shared/isData.ts';
import type { RowChanges } from '../table/RowChanges.ts';
import { AllNode } from './AllNode.ts';
import { ContainerNode } from './ContainerNode.ts';
import { EntityNode } from './EntityNode.ts';
import { ListNode } from './ListNode.ts';
import { MemoNodes } from './MemoNodes.ts';
import type { ViewGraph } from './ViewGraph.ts';

type Data = Readonly<Record<string | number, unknown>>;

/** The nodes of one entity class by primary key. */
export type EntityNodes = Map<string, EntityNode>;

/** Applies the changes of the rows of some entity keys. A feature adds it to a graph. */
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
  readonly #entities = new Map<EntityClass, EntityNodes>();
  /** The nodes of each entity key, by class: several classes may share a key. */
  readonly #classes = new Map<string, EntityNodes[]>();
  /** Further nodes of entities that depend on args. */
  readonly #variants = new Map<EntityClass, EntityNodes[]>();
  /** The nodes of memos. */
  readonly memos: MemoNodes;
  readonly #containers = new WeakMap<object, (ListNode | ContainerNode)[]>();
  readonly #alls = new Set<AllNode>();
  /** The row followers of features. */
  readonly rows = new Set<RowsFollower>();

  constructor(graph: ViewGraph) {
    this.#graph = graph;
    this.memos = new MemoNodes(graph);
  }

  /** The node of an entity; creates it if needed. */
  entity(entity: EntityClass, pk: string): EntityNode {
    const nodes = this.#entities.get(entity) ?? this.#addClass(entity);
    let node = nodes.get(pk);
    if (!node) nodes.set(pk, (node = new EntityNode(this.#graph, entity, pk)));
    else if (node.argsUse && !this.#graph.reader.fits(node)) return this.#variant(entity, pk);
    return node;
  }

  /** The node of an entity for args other than those of the first node. */
  #variant(entity: EntityClass, pk: string): EntityNode {
    let variants = this.#variants.get(entity);
    if (!variants) this.#variants.set(entity, (variants = []));
    let free: EntityNodes | undefined;
    for (const nodes of variants) {
      const node = nodes.get(pk);
      if (node && this.#graph.reader.fits(node)) return node;
      if (!node) free ??= nodes;
    }
    if (!free) variants.push((free = this.#addNodes(entity)));
    const node = new EntityNode(this.#graph, entity, pk);
    free.set(pk, node);
    return node;
  }

  #addClass(entity: EntityClass): EntityNodes {
    const nodes = this.#addNodes(entity);
    this.#entities.set(entity, nodes);
    return nodes;
  }

  #addNodes(entity: EntityClass): EntityNodes {
    const nodes: EntityNodes = new Map<string, EntityNode>();
    this.#classes.set(entity.key, [...(this.#classes.get(entity.key) ?? []), nodes]);
    return nodes;
  }

  /** The nodes of all entities, as a copy. */
  entities(): EntityNode[] {
    return [...this.#classes.values()].flat().flatMap((nodes) => [...nodes.values()]);
  }

  /** The nodes of the rows of an entity key, by class; `undefined` without any. */
  ofKind(key: string): readonly EntityNodes[] | undefined {
    return this.#classes.get(key);
  }

  /** The node of a stored list or object; creates it if needed. */
  container(schema: SchemaMethods, stored: object): ListNode | ContainerNode {
    const known = this.#containers.get(stored);
    const { reader } = this.#graph;
    const found = known?.find((node) => node.schema === schema && reader.fits(node));
    if (found) return found;
    const isList =
      schema instanceof ArraySchema &&
      schema.denormalize === ArraySchema.prototype.denormalize &&
      Array.isArray(stored);
    const node = isList
      ? new ListNode(this.#graph, schema, stored)
      : new ContainerNode(this.#graph, schema, stored);
    if (known) known.push(node);
    else this.#containers.set(stored, [node]);
    return node;
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
    for (const { schema, value } of known) this.container(schema, next).value ??= value;
    for (const name of Array.isArray(next) ? next.keys() : Object.keys(next)) {
      this.succeed((previous as Data)[name], (next as Data)[name]);
    }
  }

  /** The node of a list of all entities; creates it if needed. */
  all(list: AllEntities): AllNode {
    const { reader } = this.#graph;
    for (const node of this.#alls) {
      if (node.list.readsSame(list) && reader.fits(node)) return node;
    }
    const node = new AllNode(this.#graph, list);
    this.#alls.add(node);
    return node;
  }

  /** The nodes of all lists of all entities. */
  get alls(): Iterable<AllNode> {
    return this.#alls;
  }

  forgetEntity(node: EntityNode): void {
    node.unlink();
    for (const nodes of this.#classes.get(node.entity.key) ?? []) {
      if (nodes.get(node.pk) === node) nodes.delete(node.pk);
    }
  }

  forgetContainer(stored: object, node: ListNode | ContainerNode): void {
    const others = this.#containers.get(stored)?.filter((other) => other !== node);
    if (others && others.length > 0) this.#containers.set(stored, others);
    else this.#containers.delete(stored);
  }

  forgetAll(node: AllNode): void {
    this.#alls.delete(node);
  }
}
