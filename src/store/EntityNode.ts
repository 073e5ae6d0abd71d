import {
  fillInstance,
  makeInstance,
  type MemberReader,
  nestedValues,
} from '../normalize/entityInstance.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import { entityPlan, type NestedMember } from '../schema/entityPlan.ts';
import { INVALID } from '../schema/INVALID.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import { GraphNode } from './GraphNode.ts';
import type { ViewGraph } from './ViewGraph.ts';

/** The instance of one entity class for one row: `undefined` if there is no row, `INVALID` if it was removed or is not valid. */
export class EntityNode extends GraphNode implements MemberReader {
  readonly entity: EntityClass;
  readonly pk: string;
  #record: object | undefined;
  #nested: readonly unknown[] | undefined;
  /** The record that is being made into an instance; `#record` is that of the values before. */
  #pending: object | undefined;
  /** The instance that a cycle asked for while it was being made. */
  #early: object | undefined;

  constructor(graph: ViewGraph, entity: EntityClass, pk: string) {
    super(graph);
    this.entity = entity;
    this.pk = pk;
  }

  compute(): unknown {
    const { entity, pk } = this;
    const plan = entityPlan(entity);
    const record = this.graph.table.get(plan.key, pk);
    if (record === undefined) {
      this.#record = this.#nested = undefined;
      return this.graph.table.isRemoved(plan.key, pk) ? INVALID : undefined;
    }
    if (entity.validate(record) !== undefined) return INVALID;
    const unchanged = record === this.#record && this.value !== INVALID && !this.failure;
    if (plan.nested.length === 0) {
      if (unchanged) return this.value;
      this.#record = record;
      return sealed(makeInstance(entity, record));
    }
    this.#pending = record;
    const nested = nestedValues(plan, record, this);
    const early = this.#early;
    this.#early = this.#pending = undefined;
    const same = unchanged && !early && nested !== INVALID && sameValues(this.#nested, nested);
    this.#record = record;
    this.#nested = nested === INVALID ? undefined : nested;
    if (same) return this.value;
    if (nested === INVALID) return INVALID;
    const instance = early ?? makeInstance(entity, record);
    fillInstance(instance, plan, nested);
    return sealed(instance);
  }

  readMember(member: NestedMember, stored: unknown, index: number): unknown {
    if (!member.deserializes) return this.graph.unvisit(member.schema, stored);
    const before = this.#record as Record<string, unknown> | undefined;
    if (before && this.#nested && Object.is(before[member.name], stored)) return this.#nested[index];
    return this.graph.unvisit(member.schema, stored);
  }

  override abandon(): void {
    this.#early = this.#pending = undefined;
  }

  protected provisional(): unknown {
    return (this.#early ??= makeInstance(this.entity, this.#pending!));
  }

  protected orphaned(): void {
    // Instances of rows stay for the next reader; look-ups of what is not there leave nothing behind.
    if (this.state !== 'clean' || this.#record === undefined) this.graph.forgetEntityNode(this);
  }
}

function sealed<T extends object>(instance: T): T {
  return DEVELOPMENT ? Object.freeze(instance) : instance;
}

function sameValues(a: readonly unknown[] | undefined, b: readonly unknown[]): boolean {
  return a !== undefined && a.length === b.length && b.every((value, i) => Object.is(value, a[i]));
}
