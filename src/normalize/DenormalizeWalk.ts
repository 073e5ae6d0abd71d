import type { All } from '../schema/All.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import { entityPlan, type NestedMember } from '../schema/entityPlan.ts';
import { INVALID } from '../schema/INVALID.ts';
import { isEntity } from '../schema/isEntity.ts';
import { resolveSchema } from '../schema/resolveSchema.ts';
import type { DenormalizeDelegate } from '../schema/Schema.ts';
import { usablePk } from '../schema/usablePk.ts';
import { allMembers } from './allMembers.ts';
import { fillInstance, makeInstance, type MemberReader, nestedValues } from './entityInstance.ts';
import type { EntitySource } from './EntitySource.ts';

/** One pass from stored form to values. Each entity is made once, so cycles keep their identity. */
export class DenormalizeWalk implements DenormalizeDelegate, MemberReader {
  readonly args: readonly unknown[];
  readonly #entities: EntitySource;
  readonly #made = new Map<EntityClass, Map<string, unknown>>();

  constructor(entities: EntitySource, args: readonly unknown[]) {
    this.#entities = entities;
    this.args = args;
  }

  unvisit(schema: unknown, stored: unknown): unknown {
    if (stored === undefined || stored === null || schema === undefined || schema === null) return stored;
    if (isEntity(schema)) return this.#entity(schema, stored);
    if (typeof schema === 'function') return (schema as (value: unknown) => unknown)(stored);
    return resolveSchema(schema as object).denormalize(stored, this);
  }

  readMember(member: NestedMember, stored: unknown): unknown {
    return this.unvisit(member.schema, stored);
  }

  all(schema: All<never>): readonly unknown[] {
    return allMembers(
      schema,
      (kind, visit) => this.#entities.forEach(kind, visit),
      (entity, pk) => this.#entity(entity, pk),
    );
  }

  #entity(entity: EntityClass, stored: unknown): unknown {
    const pk = usablePk(stored);
    const record = pk === undefined ? undefined : this.#entities.get(entity.key, pk);
    if (pk === undefined || record === undefined) return undefined;
    let made = this.#made.get(entity);
    if (!made) this.#made.set(entity, (made = new Map<string, unknown>()));
    if (made.has(pk)) return made.get(pk);
    if (entity.validate(record) !== undefined) return INVALID;
    const instance = makeInstance(entity, record);
    made.set(pk, instance);
    const plan = entityPlan(entity);
    const values = nestedValues(plan, record, this);
    if (values === INVALID) made.set(pk, INVALID);
    else fillInstance(instance, plan, values);
    return made.get(pk);
  }
}
