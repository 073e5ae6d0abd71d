import { baseOf, Entity } from '../schema/Entity.ts';
import type { DenormalizeDelegate, EntityClass } from '../schema/Schema.ts';
import { entityPlan, type EntityPlan } from '../schema/entity/entityPlan.ts';
import { INVALID } from '../schema/INVALID.ts';
import { isInput } from '../schema/entity/sharedPlan.ts';

type Members = Record<string, unknown>;

/**
 * The values of the members that have a schema, in the order of the plan, with defaults for members
 * that the record does not have. `INVALID` if a required entity was removed. `instance` was made
 * from the record `before`: what a function made of an equal stored form is reused, so that dates
 * keep their identity. `dependsOnArgs`: whether values of a schema depend on args.
 */
export function nestedValues(
  plan: EntityPlan,
  record: object,
  reader: Pick<DenormalizeDelegate, 'unvisit'> & { dependsOnArgs?(schema: object): boolean },
  before?: object,
  instance?: unknown,
): unknown[] | typeof INVALID {
  // Pushing into an empty array would reserve space for 17 items.
  const values: unknown[] = Array(plan.nested.length);
  for (let i = 0; i < plan.nested.length; i++) {
    const { name, schema, fallback, required, deserializes, isForeign } = plan.nested[i];
    const stored = Object.hasOwn(record, name) ? (record as Members)[name] : undefined;
    let value = fallback;
    if (stored !== undefined) {
      const isKnown = deserializes && before && Object.is((before as Members)[name], stored);
      if (isKnown) value = (instance as Members)[name];
      // A field that another class nests: as it is stored if the store did not know that class, or
      // if it depends on args, of which this class has none.
      else if (isForeign && (isInput(schema, stored) || reader.dependsOnArgs?.(schema as object)))
        value = stored;
      else value = reader.unvisit(schema, stored);
    }
    if (value === INVALID && required) return INVALID;
    // The default is what the type says of an optional entity that is missing or was removed.
    if (value === INVALID || (value === undefined && !required && !deserializes)) value = fallback;
    values[i] = value;
  }
  return values;
}

/** Whether a stored record has no value to show. */
export function isHidden(entity: EntityClass, record: object): boolean {
  const create = ownCreate(entity);
  return create ? create.call(entity, record) === undefined : entity.validate(record) !== undefined;
}

/** The `createIfValid` of a class that overrides it. */
function ownCreate(entity: EntityClass): ((record: object) => object | undefined) | undefined {
  // The cast holds: entity classes extend Entity; other classes have no such method.
  const { createIfValid } = entity as unknown as Partial<typeof Entity>;
  return createIfValid === baseOf(entity).createIfValid ? undefined : createIfValid;
}

/**
 * An instance of the class with the members of a record. Members with a schema still have their
 * stored form.
 */
export function makeInstance(
  entity: EntityClass,
  record: object,
  { computed, list, nested } = entityPlan(entity),
): object {
  if (list) return list.begin((record as Members)[nested[0].name]);
  // This runs for each row, so that it compares with this copy's method first. Callers have checked
  // `isHidden`.
  const { createIfValid } = entity as unknown as Partial<typeof Entity>;
  const create = createIfValid === Entity.createIfValid ? undefined : ownCreate(entity);
  if (create) return create.call(entity, record)!;
  // The cast holds: abstract classes can be constructed at run time.
  const instance = new (entity as unknown as new () => Members)();
  // Hot loop: records hold own enumerable members only, and never `__proto__`.
  for (const name in record) {
    // Data called `pk`, as Django sends it, must not hide the method.
    if (name === 'pk' || (computed.size > 0 && computed.has(name))) continue;
    const value = (record as Members)[name];
    // As in merges, undefined means absent: the default stays.
    if (value !== undefined) instance[name] = value;
  }
  return instance;
}

/** Assigns the values of {@link nestedValues} to the instance. */
export function fillInstance(instance: object, plan: EntityPlan, values: readonly unknown[]): void {
  if (plan.list) {
    plan.list.fill(instance, values[0]);
    return;
  }
  for (let i = 0; i < values.length; i++) {
    const { name } = plan.nested[i];
    if (values[i] === undefined && !Object.hasOwn(instance, name)) continue;
    (instance as Members)[name] = values[i];
  }
}
