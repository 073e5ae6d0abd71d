import { deserialize, resolveSchema } from '../schema/resolveSchema.ts';
import type { AllEntities, DenormalizeDelegate, EntityClass, Memo } from '../schema/Schema.ts';
import type { DenormalizeNullable } from '../schema/DenormalizeNullable.ts';
import { entityPlan } from '../schema/entity/entityPlan.ts';
import { INVALID } from '../schema/INVALID.ts';
import { isEntity } from '../schema/isEntity.ts';
import { heldInput } from '../schema/entity/sharedPlan.ts';
import { usablePk } from '../schema/entity/usablePk.ts';
import { isStackOverflow } from '../../shared/isStackOverflow.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { allRows } from './allMembers.ts';
import { type EntityMaps, mapSource } from './entityMaps.ts';
import { fillInstance, isHidden, makeInstance, nestedValues } from './entityInstance.ts';
import type { EntitySource } from './EntitySource.ts';

/** Limit for nested schema levels, counted across all connected entities. */
export const MAX_DENORMALIZE_DEPTH = 1_000;

/**
 * One pass from stored form to values. The walk makes each entity once, so cycles keep their
 * identity.
 */
export class DenormalizeWalk implements DenormalizeDelegate {
  readonly args: readonly unknown[];
  readonly #entities: EntitySource;
  readonly #made = new Map<EntityClass, Map<string, unknown>>();
  /** The entities begun so far, in order. */
  readonly #begun: { made: Map<string, unknown>; pk: string }[] = [];
  readonly #alls = new Map<AllEntities, unknown[]>();
  #depth = 0;

  constructor(entities: EntitySource, args: readonly unknown[]) {
    this.#entities = entities;
    this.args = args;
  }

  unvisit(schema: unknown, stored: unknown): unknown {
    if (stored === undefined || stored === null || schema === undefined || schema === null) {
      return stored;
    }
    if (typeof schema === 'function' && !isEntity(schema)) {
      // The cast holds: a function that is not an entity class is a deserializer.
      return deserialize(schema as (value: never) => unknown, stored);
    }
    if (this.#depth >= MAX_DENORMALIZE_DEPTH) {
      throw tooDeep(`more than ${MAX_DENORMALIZE_DEPTH} levels`);
    }
    this.#depth++;
    try {
      return isEntity(schema)
        ? this.#entity(schema, stored)
        : resolveSchema(schema).denormalize(stored, this);
    } catch (error) {
      throw this.#depth === 1 && isStackOverflow(error)
        ? tooDeep('deeper than the call stack allows')
        : error;
    } finally {
      this.#depth--;
    }
  }

  getEntity(key: string, pk: string): object | undefined {
    return this.#entities.get(key, pk);
  }

  /** Nothing is memoized. */
  memo(_schema: object, _stored: unknown, create: (args: readonly unknown[]) => Memo): unknown {
    return create(this.args).make(this);
  }

  all(list: AllEntities): readonly unknown[] {
    const known = this.#alls.get(list);
    if (known) return known;
    // A member that contains this list gets the same object, which is complete when the walk ends.
    const values: unknown[] = [];
    this.#alls.set(list, values);
    const rows = allRows(list, (entityKey, visit) => this.#entities.forEach(entityKey, visit));
    for (const { entity, pk } of rows) {
      const value = this.unvisit(entity, pk);
      if (value !== undefined && value !== INVALID) values.push(value);
    }
    return values;
  }

  #entity(entity: EntityClass, stored: unknown): unknown {
    const pk = usablePk(stored);
    const record = pk === undefined ? undefined : this.#entities.get(entity.key, pk);
    if (pk === undefined || record === undefined) return undefined;
    let made = this.#made.get(entity);
    if (!made) this.#made.set(entity, (made = new Map<string, unknown>()));
    if (made.has(pk)) return made.get(pk);
    const plan = entityPlan(entity);
    if (isHidden(entity, record) || heldInput(plan.nested, record).length > 0) return INVALID;
    const instance = makeInstance(entity, record);
    const index = this.#begun.push({ made, pk }) - 1;
    made.set(pk, instance);
    const values = nestedValues(plan, record, this);
    if (values !== INVALID) {
      fillInstance(instance, plan, values);
      return instance;
    }
    // What was made inside an invalid entity may hold its instance. A later read makes it again.
    for (const inner of this.#begun.splice(index)) inner.made.delete(inner.pk);
    this.#alls.clear();
    made.set(pk, INVALID);
    return INVALID;
  }
}

function tooDeep(how: string): StreambedError {
  return new StreambedError('SB_DEPTH', `denormalize: entities nest ${how}.`);
}

/**
 * Turns the result of {@link normalize} back into values: entities are instances, each made once.
 * `undefined` if an entity that the schema needs is missing.
 */
export function denormalize<S>(
  schema: S,
  result: unknown,
  entities: EntityMaps,
  args: readonly unknown[] = [],
): DenormalizeNullable<S> {
  const value = new DenormalizeWalk(mapSource(entities), args).unvisit(schema, result);
  // The cast holds: DenormalizeNullable<S> describes what schemas read.
  return (value === INVALID ? undefined : value) as DenormalizeNullable<S>;
}
