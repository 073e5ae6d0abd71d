import { fillInstance, isHidden, makeInstance, nestedValues } from '../normalize/entityInstance.ts';
import type { EntityClass } from '../schema/Schema.ts';
import { entityPlan, type EntityPlan } from '../schema/entityPlan.ts';
import { INVALID } from '../schema/INVALID.ts';
import { type Graph, GraphNode } from './GraphNode.ts';

type Members = Record<string, unknown>;

/**
 * The instance of one entity class for one row, or the member that replaces it (`fillWithMember`).
 * `undefined` if there is no row, `INVALID` if the row was removed or is not valid.
 */
export class EntityNode extends GraphNode {
  declare readonly schema: EntityClass;
  declare readonly stored: string;
  /** The record that the value is an instance of; `undefined` without an instance. */
  #record: object | undefined;

  compute(previous: unknown): unknown {
    const { schema: entity, stored: pk, graph } = this;
    const plan = entityPlan(entity);
    const record = graph.table.get(plan.key, pk);
    const before = this.#record;
    // Without an instance of this record, the next one is made from scratch.
    this.#record = undefined;
    if (record === undefined) return graph.table.isRemoved(plan.key, pk) ? INVALID : undefined;
    if (isHidden(entity, record)) return INVALID;
    if (plan.nested.length === 0) {
      this.#record = record;
      return record === before ? previous : graph.seal(makeInstance(entity, record));
    }
    const isSame =
      record === before || (before !== undefined && succeed(graph, plan, before, record));
    const nested = nestedValues(plan, record, graph, before, previous);
    if (nested === INVALID) return INVALID;
    this.#record = record;
    if (plan.fillWithMember) return nested[0];
    const begun = this.value as object | undefined;
    if (isSame && !begun && shows(previous as Members, plan, nested)) return previous;
    const instance = begun ?? makeInstance(entity, record);
    fillInstance(instance, plan, nested);
    return graph.seal(instance);
  }

  override begin(): unknown {
    const { schema: entity, stored: pk, graph } = this;
    // A node that is computing has a record.
    const record = graph.table.get(entity.key, pk)!;
    const { fillWithMember, nested } = entityPlan(entity);
    if (fillWithMember) return graph.unvisit(nested[0].schema, (record as Members)[nested[0].name]);
    return (this.value ??= makeInstance(entity, record));
  }

  override get nests(): boolean {
    return true;
  }

  override orphaned(): void {
    // Instances stay for the next observer. Nodes without an instance, and nodes that depend on
    // args, are forgotten.
    const isLeftOver = this.state !== 'clean' || this.#record === undefined;
    if (isLeftOver || this.args !== undefined) super.orphaned();
  }
}

function shows(instance: Members, plan: EntityPlan, nested: readonly unknown[]): boolean {
  return plan.nested.every(
    ({ name, deserializes }, i) =>
      (deserializes && nested[i] === undefined) || Object.is(instance[name], nested[i]),
  );
}

/**
 * Lets the members of the next record keep equal references. Returns whether both records are equal
 * apart from the members with a schema.
 */
function succeed(graph: Graph, { nested }: EntityPlan, previous: object, next: object): boolean {
  const [before, after] = [previous as Members, next as Members];
  for (const { name } of nested) graph.succeed(before[name], after[name]);
  const names = Object.keys(after);
  const isSame = (name: string): boolean =>
    Object.is(before[name], after[name]) || nested.some((member) => member.name === name);
  return names.length === Object.keys(before).length && names.every(isSame);
}
