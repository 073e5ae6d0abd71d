import { isMisspelling } from '../../shared/isMisspelling.ts';
import { warnOnce } from '../../shared/warnOnce.ts';
import { Entity } from './Entity.ts';
import { entityPlan, type EntityPlan } from './entity/entityPlan.ts';
import type { EntityClass } from './Schema.ts';

// Warnings of mistakes in declarations. Call them in development only.

/** So many records may lack a member before it counts as unknown: members may be optional. */
const RECORDS = 20;

/** How many records lacked the members that are in `static schema` and no fields. */
const strays = new WeakMap<EntityPlan, Map<string, number>>();

/**
 * Warns of a member of `static schema` that is no field and in no record. Fields without an
 * initializer may not exist at run time, so one record with the member is enough. `fields`: those
 * of all classes with the key.
 */
export function warnOfStrayMembers(
  plan: EntityPlan,
  record: object,
  fields: ReadonlySet<string> | undefined,
): void {
  const { key, defaults, nested } = plan;
  let known = strays.get(plan);
  if (!known) {
    const names = nested.filter(({ name, owned }) => !owned && !(name in defaults));
    strays.set(plan, (known = new Map(names.map(({ name }) => [name, 0]))));
  }
  for (const [name, count] of known) {
    const others = [...Object.keys(defaults), ...Object.keys(record)];
    const meant = others.find(
      (other) => isMisspelling(name, other) && nested.every((member) => member.name !== other),
    );
    known.set(name, count + 1);
    if (Object.hasOwn(record, name) || fields?.has(name)) known.delete(name);
    else if (meant !== undefined || count + 1 === RECORDS) {
      known.delete(name);
      const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
      warnOnce(
        'SB_SCHEMA_MEMBER',
        `The static schema of ${key} lists "${name}", which is no field of the class and in no record.${hint}`,
      );
    }
  }
}

/**
 * Warns of a member without a schema that has one in the source: where modules import each other, a
 * class may be undefined when the schema is declared. Only objects could be entities.
 */
export function warnOfNoSchema(owner: string, name: string, schema: unknown, value: unknown): void {
  if (schema !== undefined || typeof value !== 'object' || value === null) return;
  warnOnce('SB_SCHEMA_UNDEFINED', `${owner} has undefined in place of a schema for "${name}".`);
}

const compared = new WeakMap<EntityPlan, Set<string>>();

/** Warns of data that the declaration of the class contradicts. Each member is compared once. */
export function warnOfData(entity: EntityClass, plan: EntityPlan, record: object): void {
  const known = compared.get(plan) ?? new Set();
  compared.set(plan, known);
  const { defaults, key, nested } = plan;
  for (const name of Object.keys(record)) {
    if (known.has(name)) continue;
    const value = (record as Readonly<Record<string, unknown>>)[name];
    const schema = nested.find((member) => member.name === name);
    // Only an object tells that a schema is missing.
    if (!schema || value !== null) known.add(name);
    if (schema) warnOfNoSchema(`The static schema of ${key}`, name, schema.schema, value);
    const inherited: unknown = Reflect.get(entity.prototype, name, defaults);
    if (typeof inherited === 'function' && !Object.hasOwn(defaults, name)) {
      const what = `Data of ${key} has a member "${name}", as its class has a method.`;
      warnOnce('SB_METHOD_HIDDEN', what);
    }
    const { id } = defaults as { readonly id?: unknown };
    if (name === 'id' && typeof id === 'number' && typeof value === 'string') {
      warnOnce(
        'SB_ID_TYPE',
        `The "id" of ${key} is declared as a number, and the data has a text.`,
      );
    }
  }
}

const checked = new WeakSet();

/** Warns of a class in the place of a function that deserializes. */
export function warnOfPlainClass(schema: (value: never) => unknown): void {
  if (checked.has(schema)) return;
  checked.add(schema);
  // Classes that are compiled to functions look like functions that deserialize.
  if (!/^class\b/.test(Function.prototype.toString.call(schema))) return;
  const { name } = schema;
  warnOnce('SB_SCHEMA_CLASS', `The class ${name} is used as a schema, but it is no entity.`);
}

/** Warns if two unrelated classes with one key describe different things. */
function warnOfSharedKey(known: EntityClass, used: EntityClass): void {
  if (areRelated(known, used)) return;
  const [fields, others] = [fieldsOf(known), fieldsOf(used)];
  const areDisjoint = !fields.some((name) => name !== 'id' && others.includes(name));
  // A class that declares its fields in types only has none at run time.
  const isClash = areDisjoint && fields.length > 1 && others.length > 1;
  const [pk, otherPk] = [membersOfPk(known), membersOfPk(used)];
  if (!isClash && pk === otherPk) return;
  const what = isClash
    ? 'they have no field in common'
    : `their primary keys are made of "${pk}" and of "${otherPk}"`;
  warnOnce(
    'SB_ENTITY_KEY_SHARED',
    `The entity classes ${nameOf(known)} and ${nameOf(used)} have one key, "${used.key}", but ${what}.`,
  );
}

/** The classes of each key that a store has written, for warnings in development. */
const written = new WeakMap<object, Map<string, Set<EntityClass>>>();

/** Warns if a store has written another class with the key of this one. */
export function noteClass(store: object, schema: EntityClass): void {
  const byKey = written.get(store) ?? new Map<string, Set<EntityClass>>();
  const classes = byKey.get(schema.key) ?? new Set();
  written.set(store, byKey.set(schema.key, classes));
  if (classes.has(schema)) return;
  for (const known of classes) warnOfSharedKey(known, schema);
  classes.add(schema);
}

/** Whether the classes have a base class in common, other than `Entity`. */
function areRelated(a: EntityClass, b: EntityClass): boolean {
  let base: object = a;
  while (base !== Entity && base !== Function.prototype) {
    if (base === b || Object.prototype.isPrototypeOf.call(base, b)) return true;
    base = Object.getPrototypeOf(base) as object;
  }
  return false;
}

function fieldsOf(entity: EntityClass): string[] {
  return Object.keys(entityPlan(entity).defaults);
}

function nameOf(entity: EntityClass): string {
  return `${entity.name} (fields: ${fieldsOf(entity).join(', ')})`;
}

/** The members that `pk` reads; none if it needs more than a record. */
function membersOfPk(entity: EntityClass): string {
  const read = new Set<string>();
  const get = (_: object, name: string | symbol) => (read.add(String(name)), 'x');
  try {
    entity.pk(new Proxy({}, { get }));
  } catch {
    return '';
  }
  return [...read].sort().join(', ');
}
