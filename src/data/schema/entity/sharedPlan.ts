import { DEVELOPMENT } from '../../../shared/development.ts';
import { entityPlan, type EntityPlan, type NestedMember } from './entityPlan.ts';
import { isEntity } from '../isEntity.ts';
import { resolveSchema } from '../resolveSchema.ts';
import type { EntityClass, MarkDelegate } from '../Schema.ts';

/** What a store knows of the classes that share an entity key. It keeps no class alive. */
export interface SharedPlans {
  /**
   * The nested members of all classes with a key. The first class that has one decides how the
   * others write it.
   */
  readonly members: Map<string, NestedMember[]>;
  /** The keys whose records may hold input, see {@link EntityPlan.mayHoldInput}. */
  readonly mixed: Set<string>;
  /** The plans of the classes. They are made anew when another class makes a difference. */
  ofClass: WeakMap<EntityClass, EntityPlan>;
  /** The fields of all classes with a key, for warnings in development. */
  fields?: Map<string, Set<string>>;
}

/** Where classes share plans. `families`: the entity keys that have had rows. */
export interface PlanSource {
  readonly plans: SharedPlans;
  readonly families: { has(key: string): boolean };
}

/** Records of the key may have been written without the members of some classes. */
export function admitInput(plans: SharedPlans, key: string): void {
  if (plans.mixed.has(key)) return;
  plans.mixed.add(key);
  plans.ofClass = new WeakMap();
}

/**
 * The plan of a class with the nested members of the other classes with its key: a response through
 * a partial class is stored as one through the full class. If there are no others, the class's own
 * plan.
 */
export function sharedPlan(source: PlanSource, entity: EntityClass): EntityPlan {
  const known = source.plans.ofClass.get(entity);
  if (known && (known.source === undefined || known.source === entity.schema)) return known;
  return makeShared(source, entity);
}

function makeShared({ plans, families }: PlanSource, entity: EntityClass): EntityPlan {
  const own = entityPlan(entity);
  const { defaults, key, nested, storedMembers } = own;
  const { members } = plans;
  let known = members.get(key);
  if (!known) members.set(key, (known = []));
  for (const member of nested) {
    const { deserializes, name, schema } = member;
    const same = known.find((other) => other.name === name);
    if (same ? same.schema === schema : deserializes || Object(schema) !== schema) continue;
    if (same || families.has(key)) admitInput(plans, key);
    if (same) continue;
    known.push(member);
    plans.ofClass = new WeakMap();
  }
  if (DEVELOPMENT) noteFields(plans, own);
  const foreign: NestedMember[] = [];
  for (const member of known) {
    const { name } = member;
    if (nested.some((other) => other.name === name)) continue;
    const fallback = (defaults as Readonly<Record<string, unknown>>)[name];
    foreign.push({ ...member, fallback, required: false, isForeign: true });
  }
  const mayHoldInput = plans.mixed.has(key);
  let plan = own;
  if (mayHoldInput || foreign.length > 0) {
    plan = {
      ...own,
      // The class reads the members that are its fields. The others it has as they are stored.
      nested: [...nested, ...foreign.filter(({ name }) => Object.hasOwn(defaults, name))],
      written: [...nested, ...foreign],
      storedMembers: new Set([...storedMembers, ...foreign.map(({ name }) => name)]),
      mayHoldInput,
    };
  }
  plans.ofClass.set(entity, plan);
  return plan;
}

function noteFields(plans: SharedPlans, { defaults, key }: EntityPlan): void {
  const known = (plans.fields ??= new Map());
  known.set(key, new Set([...(known.get(key) ?? []), ...Object.keys(defaults)]));
}

/**
 * Whether a value still has the form of a response: what reads it would find objects in place of
 * entities.
 */
export function isInput(schema: unknown, value: unknown): boolean {
  if (!schema || Object(value) !== value) return false;
  let isFound = false;
  const reader: MarkDelegate = {
    args: [],
    unvisit(inner, stored) {
      // An item of a union that is no reference has no schema.
      if (isEntity(inner) || inner === undefined) isFound ||= Object(stored) === stored || !inner;
      else if (typeof inner === 'object' && inner !== null && Object(stored) === stored) {
        const methods = resolveSchema(inner);
        if (methods.mark) methods.mark(stored, reader);
        else methods.denormalize(stored, reader);
      }
    },
    getEntity() {},
    memo() {},
    all: () => [],
    keep() {},
  };
  try {
    reader.unvisit(schema, value);
  } catch {
    // A schema of a program can only read what it has stored.
    isFound = true;
  }
  return isFound;
}

/** The members whose input a record holds: it was written before the store knew their class. */
export function heldInput(members: readonly NestedMember[], record: object): NestedMember[] {
  return members.filter(
    ({ name, schema, deserializes, owned }) =>
      !deserializes &&
      !owned &&
      Object.hasOwn(record, name) &&
      isInput(schema, (record as Readonly<Record<string, unknown>>)[name]),
  );
}
