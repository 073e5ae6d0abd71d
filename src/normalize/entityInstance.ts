import { Entity } from '../schema/Entity.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import { entityPlan, type EntityPlan, type NestedMember } from '../schema/entityPlan.ts';
import { INVALID } from '../schema/INVALID.ts';

type Members = Record<string, unknown>;

/** Reads one member of an entity: denormalizes nested schemas, runs deserializers. */
export interface MemberReader {
  readMember(member: NestedMember, stored: unknown, index: number): unknown;
}

/**
 * The values of the members that have a schema, in the order of the plan: the defaults for those that were not answered. Or `INVALID` if a
 * required one was removed.
 */
export function nestedValues(
  plan: EntityPlan,
  record: object,
  reader: MemberReader,
): unknown[] | typeof INVALID {
  // An array that is pushed to makes room for 17.
  const values: unknown[] = Array(plan.nested.length);
  for (let i = 0; i < plan.nested.length; i++) {
    const member = plan.nested[i];
    const stored = Object.hasOwn(record, member.name)
      ? (record as Members)[member.name]
      : undefined;
    let value = stored === undefined ? member.fallback : reader.readMember(member, stored, i);
    if (value === INVALID) {
      if (member.required) return INVALID;
      value = undefined;
    }
    values[i] = value;
  }
  return values;
}

/** Whether there is nothing to show of a stored record. */
export function isHidden(entity: EntityClass, record: object): boolean {
  const create = ownCreate(entity);
  return create ? create.call(entity, record) === undefined : entity.validate(record) !== undefined;
}

/** The `createIfValid` of a class that has one of its own. */
function ownCreate(entity: EntityClass): ((record: object) => object | undefined) | undefined {
  // The cast holds: entity classes extend Entity; those that do not have no such method.
  const { createIfValid } = entity as unknown as Partial<typeof Entity>;
  return createIfValid === Entity.createIfValid ? undefined : createIfValid;
}

/** An instance of the class with the members of a record; members with a schema still hold their stored form. */
export function makeInstance(entity: EntityClass, record: object): object {
  const create = ownCreate(entity);
  // It is not hidden.
  if (create) return create.call(entity, record)!;
  // Abstract classes can be constructed at run time.
  const instance = new (entity as unknown as new () => Members)();
  const { computed } = entityPlan(entity);
  // Hot loop: records hold own enumerable members only, and never `__proto__`.
  for (const name in record) {
    // Data that is called `pk`, as in Django's answers, does not hide the method.
    if (name === 'pk' || (computed.size > 0 && computed.has(name))) continue;
    const value = (record as Members)[name];
    // As in merges, undefined says nothing: the default stays.
    if (value !== undefined) instance[name] = value;
  }
  return instance;
}

/** Puts the values of `nestedValues` in their places. */
export function fillInstance(instance: object, plan: EntityPlan, values: readonly unknown[]): void {
  if (plan.fillWithMember) {
    plan.fillWithMember(instance, values[0]);
    return;
  }
  for (let i = 0; i < values.length; i++) {
    const { name } = plan.nested[i];
    if (values[i] === undefined && !Object.hasOwn(instance, name)) continue;
    (instance as Members)[name] = values[i];
  }
}
