import { copyMembers } from '../../shared/copyMembers.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { redefine } from '../../shared/redefine.ts';
import { warnOnce } from '../../shared/warnOnce.ts';
import { defaultsOf, entityPlan } from './entity/entityPlan.ts';
import type {
  EntityClass,
  EntityMeta,
  MergeArgs,
  NormalizeDelegate,
  QueryDelegate,
} from './Schema.ts';
import { isEntity } from './isEntity.ts';
import { mergeRecords } from './entity/mergeRecords.ts';
import { pkOfArgument } from './entity/usablePk.ts';

const NO_SCHEMAS = /* @__PURE__ */ Object.freeze({});

/**
 * Base class of all entities. An entity has an identity: the store keeps it once per `key` and
 * primary key, however many responses contain it. Fields and their initializers define the shape
 * and the defaults. You can add getters and methods.
 *
 * @example
 * ```ts
 * class User extends Entity {
 *   id = '';
 *   name = '';
 *   static key = 'User';
 * }
 * ```
 */
export abstract class Entity {
  /**
   * The entity key: the name of the table, unique per class. Default: the class name. Declare it,
   * because minifiers change class names.
   */
  static get key(): string {
    const { name } = this;
    // Names of two letters that a person may write, as `Ad` and `TV`, count as written.
    if (DEVELOPMENT && /^(?:.|[a-z_$].)$/.test(name)) {
      warnOnce('SB_ENTITY_KEY_MINIFIED', `The class name of the entity ${name} looks minified.`);
    }
    return name;
  }

  /** @internal The class with the default methods, in the copy of the package of this class. */
  static get entityBase(): unknown {
    return Entity;
  }

  /** @internal Some compilers assign class fields. Without a setter the assignment would throw. */
  static set key(key: string) {
    redefine(this, 'key', key);
  }

  /** Schemas of members that contain entities, or functions that deserialize members on read. */
  static schema: { readonly [member: string]: unknown } = NO_SCHEMAS;

  /** Members that look-ups can use in addition to the primary key. */
  static indexes: readonly string[] = [];

  /**
   * The member that has the id a client gives a new entity. It stays the same from the optimistic to
   * the real entity: `key={todo.clientId ?? todo.id}`. Default: none.
   */
  declare static clientId?: string | undefined;

  /**
   * The primary key. Default: the member `id`. Runs on the plain record: `this` has its members,
   * not the methods of the class. Valid are non-empty strings, finite numbers (including 0) and
   * bigints; anything else throws `SB_PK_MISSING`.
   */
  pk(
    _parent?: unknown,
    _key?: string,
    _args?: readonly unknown[],
  ): string | number | bigint | null | undefined {
    return (this as { id?: string | number | bigint }).id;
  }

  /** The primary key of a plain record. Calls the instance method `pk`. */
  static pk(value: object, parent?: unknown, key?: string, args?: readonly unknown[]): unknown {
    return this.prototype.pk.call(value, parent, key, args);
  }

  /** An instance with the defaults, overwritten by `props`. */
  static fromJS<E extends abstract new (...args: never[]) => Entity>(
    this: E,
    props: Partial<InstanceType<E>> = {},
  ): InstanceType<E> {
    // Abstract classes can be constructed at run time.
    const instance = new (this as unknown as new () => InstanceType<E>)();
    return Object.assign(instance, copyMembers(props));
  }

  /** The defaults of the fields, as an instance. */
  static get defaults(): object {
    return defaultsOf(this);
  }

  /**
   * Makes the instance for a stored record, before its nested members are filled in. `undefined`
   * hides the entity. Default: an instance if `validate` accepts the record.
   */
  static createIfValid(record: object): object | undefined {
    return this.validate(record) === undefined ? this.fromJS(record) : undefined;
  }

  /**
   * Turns one object or tuple of a response into the record to store. `undefined` removes the
   * entity. Default: a shallow copy.
   */
  static process(
    input: object,
    _parent: unknown,
    _key: string | undefined,
    _args: readonly unknown[],
  ): object | undefined {
    return copyMembers(input);
  }

  /** Merges a newer record into an older one. Default: member by member. */
  static merge(existing: object, incoming: object): object {
    return mergeRecords(existing, incoming);
  }

  /** Return false to keep the stored record. Default: true. */
  static shouldUpdate(..._records: MergeArgs): boolean {
    return true;
  }

  /**
   * Return true if the incoming record is older than the stored one; the stored one then wins.
   * Default: compares `seq`.
   */
  static shouldReorder(...[existingMeta, incomingMeta]: MergeArgs): boolean {
    return incomingMeta.seq < existingMeta.seq;
  }

  /**
   * Merges an incoming record with the stored one. Default: `shouldUpdate`, `shouldReorder`,
   * `merge`.
   */
  static mergeWithStore(...records: MergeArgs): object {
    const [, , existing, incoming] = records;
    if (!this.shouldUpdate(...records)) return existing;
    return this.shouldReorder(...records)
      ? this.merge(incoming, existing)
      : this.merge(existing, incoming);
  }

  /** The meta of the merged record. Default: the meta of the newer one. */
  static mergeMetaWithStore(...records: MergeArgs): EntityMeta {
    const [existingMeta, incomingMeta] = records;
    return this.shouldReorder(...records) ? existingMeta : incomingMeta;
  }

  /**
   * Returns the reason why a processed record is invalid, or `undefined`. A reason rejects the
   * response on write and hides the entity on read.
   */
  static validate(_processed: object): string | undefined {
    return undefined;
  }

  /** Normalizes one object of a response and the entities nested in it. Returns the primary key. */
  static normalize(
    input: unknown,
    parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
  ): string | undefined {
    return delegate.visitEntity(this, input, parent, key);
  }

  /**
   * The pk of the known entity that `args` name: by a bare id, by the primary key of `args[0]`, or
   * by a declared index. `undefined` if it is not known.
   */
  static queryKey(args: readonly unknown[], delegate: QueryDelegate): string | undefined {
    const [lookup] = args;
    if (lookup === undefined || lookup === null) return undefined;
    const pk = pkOfArgument(this, lookup, args);
    if (pk !== undefined && delegate.hasEntity(this.key, pk)) {
      queryMembers(this, pk, args, delegate);
      return pk;
    }
    if (typeof lookup !== 'object') return undefined;
    for (const field of this.indexes) {
      if (Object.hasOwn(lookup, field)) {
        const found = delegate.findPk(this.key, field, (lookup as Record<string, unknown>)[field]);
        if (found !== undefined) queryMembers(this, found, args, delegate);
        return found;
      }
    }
    return undefined;
  }
}

function queryMembers(
  entity: EntityClass,
  pk: string,
  args: readonly unknown[],
  delegate: QueryDelegate,
): void {
  for (const { name, owned } of entityPlan(entity).nested) {
    owned?.queryMember?.({ entity, pk, name }, args, delegate);
  }
}

/**
 * The primary key of a look-up, if it does not depend on the cache: that of an entity by its
 * primary key alone.
 */
export function pkOfQuery(schema: unknown, args: readonly unknown[]): string | undefined {
  if (!isEntity(schema) || schema.queryKey !== Entity.queryKey) return undefined;
  if (entityPlan(schema).nested.some(({ owned }) => owned && 'queryMember' in owned))
    return undefined;
  const [lookup] = args;
  const mayUseIndex = typeof lookup === 'object' && schema.indexes.length > 0;
  return mayUseIndex ? undefined : pkOfArgument(schema, lookup, args);
}

/**
 * Whether the class merges records by the rules of {@link Entity} and overrides no step. Checked
 * for each response, because tests replace methods.
 */
export function mergesByDefault(entity: EntityClass): boolean {
  // The cast holds: entity classes extend Entity. A class that does not has other methods.
  const steps = entity as unknown as typeof Entity;
  return (
    steps.merge === Entity.merge &&
    steps.mergeWithStore === Entity.mergeWithStore &&
    steps.mergeMetaWithStore === Entity.mergeMetaWithStore &&
    steps.shouldReorder === Entity.shouldReorder &&
    steps.shouldUpdate === Entity.shouldUpdate
  );
}

/** Whether a class decides itself which of two records is newer. */
export function declaresVersion(entity: EntityClass): boolean {
  const steps = entity as unknown as typeof Entity;
  const base = baseOf(entity);
  return steps.shouldReorder !== base.shouldReorder || steps.shouldUpdate !== base.shouldUpdate;
}

/** `Entity` of the copy of the package that a class extends. A class without one has all methods. */
export function baseOf(entity: EntityClass): typeof Entity {
  return ((entity as { readonly entityBase?: unknown }).entityBase ?? Entity) as typeof Entity;
}

/**
 * Whether the version of a class makes `incoming` older than `existing`. False if the version says
 * the same of the reverse, or throws because it is missing: then the order of the store decides.
 */
export function isOutdated(
  entity: EntityClass,
  ...[existingMeta, { fetchedAt, receivedAt, expiresAt }, existing, incoming]: MergeArgs
): boolean {
  const steps = entity as unknown as typeof Entity;
  const incomingMeta = { seq: existingMeta.seq, fetchedAt, receivedAt, expiresAt };
  const loses = (...records: MergeArgs): boolean =>
    !steps.shouldUpdate(...records) || steps.shouldReorder(...records);
  try {
    return (
      loses(existingMeta, incomingMeta, existing, incoming) &&
      !loses(incomingMeta, existingMeta, incoming, existing)
    );
  } catch {
    return false;
  }
}
