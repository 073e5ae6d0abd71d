import { deepFreeze } from '../shared/deepFreeze.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import { SB_ENTITY_KEY_MISSING } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { defaultsOf } from './defaultsOf.ts';
import type { EntityClass } from './EntityClass.ts';
import { isEntity } from './isEntity.ts';
import type { SchemaMethods } from './Schema.ts';

/** A member of an entity that has a schema of its own. */
export interface NestedMember {
  readonly name: string;
  readonly schema: unknown;
  /** The default, read where nothing was answered: one for all instances, so that it keeps its reference. */
  readonly fallback: unknown;
  /** A truthy default makes a nested entity required: without it the owner is invalid. */
  readonly required: boolean;
  /** The schema is a function that runs on read, see Deserializer. */
  readonly deserializes: boolean;
  /** Schemas within the schema may ask for the entity that they stand in. Those of plain entities and lists of them cannot. */
  readonly givesOwner: boolean;
  /** The schema, if it wants to know whose member it is. */
  readonly owned: OwnedSchema | undefined;
}

/** A schema that treats members of entities in its own way. */
type OwnedSchema = SchemaMethods & Required<Pick<SchemaMethods, 'normalizeMember'>>;

/** What the walks need to know of an entity class, worked out once per class. */
export interface EntityPlan {
  readonly key: string;
  readonly nested: readonly NestedMember[];
  /** The names of those that are stored in another form than they are answered in. */
  readonly storedMembers: ReadonlySet<string>;
  /** Members of answers that the class computes by a getter without setter: never assigned. */
  readonly computed: ReadonlySet<string>;
  /** See {@link FILL_WITH_MEMBER}. */
  readonly fillWithMember: FillWithMember | undefined;
  readonly source: unknown;
}

/**
 * Static member of entity classes with one nested member, whose rows are read as that and not as an instance. The function puts the value of
 * the member into what `createIfValid` made, for readers that got that while the value was made.
 */
export const FILL_WITH_MEMBER = Symbol('fill with member');

type FillWithMember = (made: object, value: unknown) => void;

const plans = new WeakMap<EntityClass, EntityPlan>();

/** The plan of an entity class; made again when the class was given another `schema`. */
export function entityPlan(entity: EntityClass): EntityPlan {
  const known = plans.get(entity);
  if (known && (known.source === undefined || known.source === entity.schema)) return known;
  const plan = makePlan(entity);
  plans.set(entity, plan);
  return plan;
}

function makePlan(entity: EntityClass): EntityPlan {
  const { key, schema: members } = entity;
  // The cast holds: members are looked up where they are the defaults' own.
  const defaults = defaultsOf(entity) as Record<string, unknown>;
  if (!key) {
    const fields = Object.keys(defaults).join(', ') || 'none';
    throw new StreambedError(
      SB_ENTITY_KEY_MISSING,
      `An entity class without a name was used (fields: ${fields}).`,
    );
  }
  const nested = Object.entries(members).map(([name, schema]) => {
    const fallback = Object.hasOwn(defaults, name) ? defaults[name] : undefined;
    return {
      name,
      schema,
      fallback: DEVELOPMENT ? deepFreeze(fallback) : fallback,
      required: Boolean(fallback),
      deserializes: typeof schema === 'function' && !isEntity(schema),
      givesOwner: typeof schema === 'object' && !isListOfEntities(schema),
      owned: isOwned(schema) ? schema : undefined,
    };
  });
  // A getter makes another object each time; comparing it would make the plan again for every entity.
  const source = schemaIsGetter(entity) ? undefined : members;
  const stored = nested.filter(({ deserializes }) => !deserializes).map(({ name }) => name);
  const computed = computedMembers(entity.prototype);
  return {
    key,
    nested,
    storedMembers: new Set(stored),
    computed,
    fillWithMember: (entity as { readonly [FILL_WITH_MEMBER]?: FillWithMember })[FILL_WITH_MEMBER],
    source,
  };
}

function isOwned(schema: unknown): schema is OwnedSchema {
  if (typeof schema !== 'object' || schema === null || !('normalizeMember' in schema)) return false;
  return typeof schema.normalizeMember === 'function';
}

function isListOfEntities(schema: unknown): boolean {
  return Array.isArray(schema) && isEntity(schema[0]);
}

function schemaIsGetter(entity: object): boolean {
  for (
    let holder: object | null = entity;
    holder;
    holder = Object.getPrototypeOf(holder) as object | null
  ) {
    const own = Object.getOwnPropertyDescriptor(holder, 'schema');
    if (own) return own.get !== undefined;
  }
  return false;
}

function computedMembers(prototype: object): Set<string> {
  const names = new Set<string>();
  for (
    let holder = prototype;
    holder !== Object.prototype && holder !== null;
    holder = Object.getPrototypeOf(holder) as object
  ) {
    for (const [name, own] of Object.entries(Object.getOwnPropertyDescriptors(holder))) {
      if (own.get && !own.set) names.add(name);
    }
  }
  return names;
}
