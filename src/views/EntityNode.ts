import {
  fillInstance,
  isHidden,
  makeInstance,
  type MemberReader,
  nestedValues,
} from '../normalize/entityInstance.ts';
import type { EntityClass } from '../schema/Schema.ts';
import { entityPlan, type EntityPlan, type NestedMember } from '../schema/entityPlan.ts';
import { INVALID } from '../schema/INVALID.ts';
import { GraphNode } from './GraphNode.ts';
import { sameMembers } from './sameMembers.ts';
import type { ViewGraph } from './ViewGraph.ts';

type Members = Record<string, unknown>;

/**
 * The instance of one entity class for one row, or the member that replaces it (`fillWithMember`).
 * `undefined` if there is no row, `INVALID` if the row was removed or is not valid.
 */
export class EntityNode extends GraphNode implements MemberReader {
  readonly schema: EntityClass;
  readonly pk: string;
  /** The record that `value` is an instance of; `undefined` without an instance. */
  #record: object | undefined;

  constructor(
    graph: ViewGraph,
    schema: EntityClass,
    pk: string,
    args: readonly unknown[] | undefined,
  ) {
    super(graph, args);
    this.schema = schema;
    this.pk = pk;
  }

  /** Whether an optimistic layer wrote the row: only rows of layers have the seq `Infinity`. */
  get isOfLayer(): boolean {
    return this.graph.table.meta(this.schema.key, this.pk)?.seq === Infinity;
  }

  compute(): unknown {
    const { schema: entity, pk, graph } = this;
    const plan = entityPlan(entity);
    const record = graph.table.get(plan.key, pk);
    if (record === undefined) {
      this.#record = undefined;
      return graph.table.isRemoved(plan.key, pk) ? INVALID : undefined;
    }
    if (isHidden(entity, record)) return this.#noInstance();
    let unchanged = record === this.#record;
    if (plan.nested.length === 0) {
      if (unchanged) return this.value;
      this.#record = record;
      return graph.seal(makeInstance(entity, record));
    }
    if (!unchanged) unchanged = this.#succeed(plan, record);
    const nested = nestedValues(plan, record, this);
    if (plan.fillWithMember && nested !== INVALID) {
      this.#record = record;
      return nested[0];
    }
    if (nested === INVALID) return this.#noInstance();
    const early = graph.early.take(this);
    const isShown = unchanged && !early && this.#shows(plan, nested);
    this.#record = record;
    if (isShown) return this.value;
    const instance = early ?? makeInstance(entity, record);
    fillInstance(instance, plan, nested);
    return graph.seal(instance);
  }

  /**
   * The row cannot be shown. Forgets the record, so that the next instance is made from scratch.
   */
  #noInstance(): typeof INVALID {
    this.#record = undefined;
    return INVALID;
  }

  /**
   * Lets the members of the next record keep equal references. Returns whether both records are
   * equal apart from the members with a schema.
   */
  #succeed({ nested }: EntityPlan, record: object): boolean {
    if (!this.#record) return false;
    const [before, after] = [this.#record as Members, record as Members];
    for (const { name } of nested) this.graph.nodes.succeed(before[name], after[name]);
    const names = Object.keys(after);
    const isSame = (name: string): boolean =>
      Object.is(before[name], after[name]) || nested.some((member) => member.name === name);
    return names.length === Object.keys(before).length && names.every(isSame);
  }

  #shows(plan: EntityPlan, nested: readonly unknown[]): boolean {
    const shown = this.value as Members;
    return plan.nested.every(
      ({ name, deserializes }, i) =>
        (deserializes && nested[i] === undefined) || Object.is(shown[name], nested[i]),
    );
  }

  readMember({ name, schema, deserializes }: NestedMember, stored: unknown): unknown {
    const before = deserializes ? (this.#record as Members | undefined) : undefined;
    // Reuse a deserialized value while its stored form is the same: dates keep their identity.
    if (before && Object.is(before[name], stored)) return (this.value as Members)[name];
    return this.graph.unvisit(schema, stored);
  }

  override abandon(): void {
    this.#record = undefined;
  }

  override isLike(before: unknown): boolean {
    const { value } = this;
    if (typeof before !== 'object' || typeof value !== 'object' || !before || !value) return false;
    return sameMembers(before, value) || sameMembers({ ...before }, { ...value });
  }

  override provisional(): unknown {
    const { schema: entity, graph, pk } = this;
    // A node that is computing has a record.
    const record = graph.table.get(entity.key, pk)!;
    const { fillWithMember, nested } = entityPlan(entity);
    if (fillWithMember) return graph.unvisit(nested[0].schema, (record as Members)[nested[0].name]);
    return graph.early.get(this, () => makeInstance(entity, record));
  }

  orphaned(): void {
    // Instances stay for the next observer. Nodes without an instance, and nodes that depend on
    // args, are forgotten.
    const isLeftOver = this.state !== 'clean' || this.#record === undefined;
    if (isLeftOver || this.args !== undefined) this.graph.nodes.forgetEntity(this);
  }
}
