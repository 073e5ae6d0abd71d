import {
  fillInstance,
  isHidden,
  makeInstance,
  nestedValues,
} from '../../data/normalize/entityInstance.ts';
import { Entity } from '../../data/schema/Entity.ts';
import type { EntityClass } from '../../data/schema/Schema.ts';
import { entityPlan, type EntityPlan } from '../../data/schema/entity/entityPlan.ts';
import { INVALID } from '../../data/schema/INVALID.ts';
import { heldInput, sharedPlan } from '../../data/schema/entity/sharedPlan.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { type Graph, GraphNode, type NodeHome } from './GraphNode.ts';

type Members = Record<string, unknown>;

/** The nodes of rows of one entity key in a graph. */
export interface EntityHome extends NodeHome {
  readonly graph: Graph;
  /** The record of a live row. */
  record(pk: string): object | undefined;
}

/**
 * The instance of one entity class for one row, or the member that replaces it (`plan.list`).
 * `undefined` if there is no row, `INVALID` if the row was removed or is not valid.
 */
export class EntityNode extends GraphNode {
  declare readonly schema: EntityClass;
  declare stored: string;
  declare readonly home: EntityHome;
  /** The record that the value is an instance of; `undefined` without an instance. */
  record: object | undefined;

  constructor(home: EntityHome, schema: EntityClass, pk: string, args?: readonly unknown[]) {
    super(home.graph, schema, pk, args, home);
    this.record = undefined;
  }

  compute(previous: unknown): unknown {
    const { schema: entity, stored: pk, graph } = this;
    const record = this.home.record(pk);
    const before = this.record;
    // Without an instance of this record, the next one is made from scratch.
    this.record = undefined;
    if (record === undefined) {
      const to = graph.table.renamedTo(entity.key, pk);
      if (to) graph.hasRenamed = true;
      return to === '' ? INVALID : graph.unvisit(entity, to);
    }
    // The cast holds: entity classes extend Entity; other classes have other methods.
    const { validate, createIfValid } = entity as unknown as Partial<typeof Entity>;
    const mayHide = validate !== Entity.validate || createIfValid !== Entity.createIfValid;
    if (mayHide && isHidden(entity, record)) return INVALID;
    const plan = sharedPlan(graph.table.lineage, entity);
    if (plan.mayHoldInput && heldInput(entityPlan(entity).nested, record).length > 0)
      return INVALID;
    if (plan.nested.length === 0) {
      this.record = record;
      if (record === before) return previous;
      const instance = makeInstance(entity, record, plan);
      return DEVELOPMENT ? graph.seal(instance) : instance;
    }
    const isSame =
      record === before || (before !== undefined && succeed(graph, plan, before, record));
    const nested = nestedValues(plan, record, graph, before, previous);
    if (nested === INVALID) return INVALID;
    this.record = record;
    if (plan.list) return nested[0];
    const begun = this.value as object | undefined;
    if (isSame && !begun && shows(previous as Members, plan, nested)) return previous;
    const instance = begun ?? makeInstance(entity, record, plan);
    fillInstance(instance, plan, nested);
    return DEVELOPMENT ? graph.seal(instance) : instance;
  }

  override begin(): unknown {
    const { schema: entity, graph } = this;
    const record = this.home.record(this.stored);
    // A node that is computing has a record, or the value of another node.
    if (!record) return graph.unvisit(entity, graph.table.renamedTo(entity.key, this.stored));
    const { list, nested } = entityPlan(entity);
    if (list) return graph.unvisit(nested[0].schema, (record as Members)[nested[0].name]);
    return (this.value ??= makeInstance(entity, record));
  }

  override get nests(): boolean {
    return true;
  }

  override orphaned(): void {
    // Instances stay for the next observer. Nodes without an instance, and nodes that depend on
    // args, are forgotten.
    const isLeftOver = this.state !== 'clean' || this.record === undefined;
    if (isLeftOver || this.args !== undefined) super.orphaned();
  }
}

/** Whether a node has the value of another primary key, which its entity has in place of its own. */
export function isRenamed(node: GraphNode): boolean {
  const { deps, value } = node;
  return node instanceof EntityNode && deps instanceof EntityNode && deps.value === value;
}

function shows(instance: Members, plan: EntityPlan, nested: readonly unknown[]): boolean {
  for (let i = 0; i < nested.length; i++) {
    const { name, deserializes } = plan.nested[i];
    const isAbsent = deserializes && nested[i] === undefined;
    if (!isAbsent && !Object.is(instance[name], nested[i])) return false;
  }
  return true;
}

/**
 * Lets the members of the next record keep equal references. Returns whether both records are equal
 * apart from the members with a schema.
 */
function succeed(graph: Graph, { nested }: EntityPlan, previous: object, next: object): boolean {
  const [before, after] = [previous as Members, next as Members];
  let differences = 0;
  for (const { name } of nested) {
    if (Object.is(before[name], after[name])) continue;
    graph.succeed(before[name], after[name]);
    if (name in after) differences++;
  }
  let names = 0;
  // Hot loops: for..in over records is the cheapest way to visit their members.
  for (const name in after) {
    names++;
    if (!Object.is(before[name], after[name]) && --differences < 0) return false;
  }
  for (const name in before) {
    if (!(name in after)) return false;
    names--;
  }
  return names === 0;
}
