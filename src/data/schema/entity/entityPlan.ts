import { deepFreeze } from '../../../shared/deepFreeze.ts';
import { descriptorOf } from '../../../shared/redefine.ts';
import { DEVELOPMENT } from '../../../shared/development.ts';
import { StreambedError } from '../../../shared/StreambedError.ts';
import type { EntityClass, SchemaMethods } from '../Schema.ts';
import { isEntity } from '../isEntity.ts';

/** A member of an entity with its own schema. */
export interface NestedMember {
  readonly name: string;
  readonly schema: unknown;
  /**
   * The default, used if the record lacks the member. All instances share it, so it keeps its
   * reference.
   */
  readonly fallback: unknown;
  /** A truthy default makes a nested entity required: without it, the owner is invalid. */
  readonly required: boolean;
  /** The schema is a function that runs on read, see Deserializer. */
  readonly deserializes: boolean;
  /** The schema, if it has `normalizeMember`. */
  readonly owned: OwnedSchema | undefined;
  /** Another class with the key has declared it. */
  readonly isForeign?: boolean;
}

/** A schema with its own rules for members of entities. */
type OwnedSchema = SchemaMethods & Required<Pick<SchemaMethods, 'normalizeMember'>>;

/** What the walks need to know of an entity class, computed once per class. */
export interface EntityPlan {
  readonly key: string;
  /** An instance without data: the defaults of the fields. */
  readonly defaults: object;
  readonly nested: readonly NestedMember[];
  /** What writes normalize: `nested`, and in a `sharedPlan` the members of other classes. */
  readonly written: readonly NestedMember[];
  /** Records may hold the input of nested members: another class has written them. */
  readonly mayHoldInput?: boolean;
  /** The names of the members whose stored form differs from the response. */
  readonly storedMembers: ReadonlySet<string>;
  /** Members that the class computes by a getter without setter. They are never assigned. */
  readonly computed: ReadonlySet<string>;
  /** See {@link LIST_OF_MEMBER}. */
  readonly list: ListOfMember | undefined;
  readonly source: unknown;
}

/**
 * Static member of entity classes with one nested member whose rows read as a list of that member
 * instead of an instance. Classes of another copy of the package have it too: what changes its type
 * changes the number in its name.
 */
export const LIST_OF_MEMBER: unique symbol = /* @__PURE__ */ Symbol.for(
  'streambed.list/1',
) as never;

/** What rows with {@link LIST_OF_MEMBER} read as. */
export interface ListOfMember {
  /** The list while it is being read, for members that read it. `member` is the stored form. */
  begin(member: unknown): object;
  /** Copies the value of the member into the list, for readers that got it while it was empty. */
  fill(list: object, value: unknown): void;
}

const plans = new WeakMap<EntityClass, EntityPlan>();

/** The plan of an entity class. Made again if the class gets another `schema`. */
export function entityPlan(entity: EntityClass): EntityPlan {
  const known = plans.get(entity);
  if (known && (known.source === undefined || known.source === entity.schema)) return known;
  const plan = makePlan(entity);
  plans.set(entity, plan);
  return plan;
}

function makePlan(entity: EntityClass): EntityPlan {
  const { key, schema: members } = entity;
  // The casts hold: abstract classes can be constructed at run time, and only own members of the
  // defaults are read.
  const defaults = new (entity as unknown as new () => Record<string, unknown>)();
  if (!key) {
    const fields = Object.keys(defaults).join(', ') || 'none';
    throw new StreambedError(
      'SB_ENTITY_KEY_MISSING',
      `An entity class without a name was used (fields: ${fields}).`,
    );
  }
  if (DEVELOPMENT) Object.freeze(defaults);
  const nested: NestedMember[] = [];
  const storedMembers = new Set<string>();
  for (const [name, schema] of Object.entries(members)) {
    const fallback = Object.hasOwn(defaults, name) ? defaults[name] : undefined;
    const deserializes = typeof schema === 'function' && !isEntity(schema);
    const { normalizeMember } = Object(schema) as Partial<OwnedSchema>;
    if (!deserializes) storedMembers.add(name);
    nested.push({
      name,
      schema,
      fallback: DEVELOPMENT ? deepFreeze(fallback) : fallback,
      required: Boolean(fallback),
      deserializes,
      owned: typeof normalizeMember === 'function' ? (schema as OwnedSchema) : undefined,
    });
  }
  return {
    key,
    defaults,
    nested,
    written: nested,
    storedMembers,
    computed: computedMembers(entity.prototype),
    list: (entity as { readonly [LIST_OF_MEMBER]?: ListOfMember })[LIST_OF_MEMBER],
    // A getter returns a new object each time: that does not make another plan.
    source: descriptorOf(entity, 'schema')?.get ? undefined : members,
  };
}

/** The getters without setter, also those of base classes. */
function computedMembers(prototype: object): Set<string> {
  const names = new Set<string>();
  let owner = prototype as object | null;
  for (; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner) as object) {
    for (const [name, own] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
      if (own.get && !own.set) names.add(name);
    }
  }
  return names;
}

/** An instance of a class without data: the defaults of its fields. One per class. */
export function defaultsOf(entity: EntityClass): object {
  return entityPlan(entity).defaults;
}

/**
 * For `static validate`: returns a message about the first member of `defaults` that a record
 * lacks, or `undefined` if it has all.
 *
 * @example
 * ```ts
 * static validate(record: object) {
 *   return validateRequired(record, this.defaults);
 * }
 * ```
 */
export function validateRequired(record: object, defaults: object): string | undefined {
  const members = record as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(defaults)) {
    // As in merges, undefined counts as missing.
    if (!Object.hasOwn(members, name) || members[name] === undefined) {
      return `the member ${name} is missing`;
    }
  }
  return undefined;
}
