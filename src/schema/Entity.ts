import { copyMembers } from '../shared/copyMembers.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import { redefine } from '../shared/redefine.ts';
import { warnOnce } from '../shared/warnOnce.ts';
import { addRecord } from './addRecord.ts';
import { defaultsOf } from './defaultsOf.ts';
import type { EntityClass } from './EntityClass.ts';
import type { EntityMeta } from './EntityMeta.ts';
import { entityPlan } from './entityPlan.ts';
import { mergeRecords } from './mergeRecords.ts';
import { nameOfShape } from './nameOfShape.ts';
import { pkOfArgument } from './pkOfArgument.ts';
import type { NormalizeDelegate, QueryDelegate } from './Schema.ts';
import { usablePk } from './usablePk.ts';

/**
 * Base of all entities: things with an identity, kept once per `key` and primary key however often and wherever they
 * are answered. Fields with their initialisers are the shape and the defaults; getters and methods may be added.
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
  /** Name of the table, unique per kind. Default: the class name – declare it, because minifiers change class names. */
  declare static readonly key: string;

  /** Schemas of members that hold other entities, or functions that deserialize members on read. */
  static schema: { readonly [member: string]: unknown } = Object.freeze({});

  /** Members that `queryKey` may look entities up by, beside the primary key. */
  static indexes: readonly string[] = [];

  /**
   * Primary key; default the member `id`. Runs on the plain record (`this` has its members, not the methods of the class). Non-empty
   * strings, finite numbers (0 included) and bigints identify; anything else throws `SB_PK_MISSING`.
   */
  pk(
    _parent?: unknown,
    _key?: string,
    _args?: readonly unknown[],
  ): string | number | bigint | null | undefined {
    return (this as { id?: string | number | bigint }).id;
  }

  /** Primary key of a plain record; calls the instance method `pk`. */
  static pk(value: object, parent?: unknown, key?: string, args?: readonly unknown[]): unknown {
    return this.prototype.pk.call(value, parent, key, args);
  }

  /** An instance with the defaults, overlaid with `props`. */
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

  /** The instance that readers get for a stored record, before its nested members are put in place; `undefined` hides it. Default: what passes `validate`. */
  static createIfValid(record: object): object | undefined {
    return this.validate(record) === undefined ? this.fromJS(record) : undefined;
  }

  /** Turns one answered object, or tuple, into the record to store; `undefined` removes the entity. Default: a shallow copy. */
  static process(
    input: object,
    _parent: unknown,
    _key: string,
    _args: readonly unknown[],
  ): object | undefined {
    return copyMembers(input);
  }

  /** Lays a newer record over an older one, both of the same answer or in order. Default: member by member. */
  static merge(existing: object, incoming: object): object {
    return mergeRecords(existing, incoming);
  }

  /** False keeps the stored record as it is. Default: true. */
  static shouldUpdate(
    _existingMeta: EntityMeta,
    _incomingMeta: EntityMeta,
    _existing: object,
    _incoming: object,
  ): boolean {
    return true;
  }

  /** True if the incoming record is older than the stored one, which then wins. Default: decided by `seq`. */
  static shouldReorder(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    _existing: object,
    _incoming: object,
  ): boolean {
    return incomingMeta.seq < existingMeta.seq;
  }

  /** Joins an answered record with the stored one. Default: `shouldUpdate`, `shouldReorder`, `merge`. */
  static mergeWithStore(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    existing: object,
    incoming: object,
  ): object {
    if (!this.shouldUpdate(existingMeta, incomingMeta, existing, incoming)) return existing;
    return this.shouldReorder(existingMeta, incomingMeta, existing, incoming)
      ? this.merge(incoming, existing)
      : this.merge(existing, incoming);
  }

  /** Which freshness the joined record has. Default: that of the newer one. */
  static mergeMetaWithStore(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    existing: object,
    incoming: object,
  ): EntityMeta {
    return this.shouldReorder(existingMeta, incomingMeta, existing, incoming)
      ? existingMeta
      : incomingMeta;
  }

  /** The reason why a processed record is not acceptable, or `undefined`. On write it rejects the answer; on read it hides the entity. */
  static validate(_processed: object): string | undefined {
    return undefined;
  }

  /** Cuts one answered object into this entity and those nested in it; gives the primary key. */
  static normalize(
    input: unknown,
    parent: unknown,
    key: string,
    delegate: NormalizeDelegate,
  ): string | undefined {
    const plan = entityPlan(this);
    const isObject = typeof input === 'object' && input !== null;
    // `process` may make the object of a tuple. The default would only copy, and there is a copy below.
    const isProcessed = isObject && this.process !== Entity.process;
    const source: unknown = isProcessed ? this.process(input, parent, key, delegate.args) : input;
    if (!isObject || !(source === undefined || isRecord(source))) {
      const got = nameOfShape(source);
      return delegate.fail(
        'SB_ANSWER_SHAPE',
        isProcessed
          ? `process() of ${plan.key} gave ${got}, not an object.`
          : `Expected an object for entity ${plan.key}, got ${got}.`,
      );
    }
    const record = source ?? input;
    const ownPk = usablePk(this.pk(record, parent, key, delegate.args), input);
    const pk = ownPk ?? delegate.placeholderPk();
    if (pk === undefined) {
      const members = Object.keys(record).slice(0, 10).join(', ') || 'none';
      return delegate.fail(
        'SB_PK_MISSING',
        `${plan.key} has no usable primary key (members: ${members}).`,
      );
    }
    if (source === undefined) {
      delegate.invalidate(this, pk);
      return pk;
    }
    if (delegate.isRepeat(this, pk, input)) return pk;
    // Who shows it has to be able to name it.
    const named = ownPk === undefined && hasDefaultPk(this) ? { ...source, id: pk } : source;
    addRecord(this, pk, plan, named, delegate);
    return pk;
  }

  /** The pk that `args` name: a bare id, the primary key of `args[0]`, or a declared index; `undefined` if it is not known. */
  static queryKey(args: readonly unknown[], delegate: QueryDelegate): string | undefined {
    const [asked] = args;
    if (asked === undefined || asked === null) return undefined;
    const pk = pkOfArgument(this, asked, args);
    if (pk !== undefined && delegate.hasEntity(this.key, pk)) {
      askMembers(this, pk, args, delegate);
      return pk;
    }
    if (typeof asked !== 'object') return undefined;
    for (const field of this.indexes) {
      if (Object.hasOwn(asked, field)) {
        const found = delegate.findPk(this.key, field, (asked as Record<string, unknown>)[field]);
        if (found !== undefined) askMembers(this, found, args, delegate);
        return found;
      }
    }
    return undefined;
  }
}

Object.defineProperty(Entity, 'key', {
  configurable: true,
  get(this: { name: string }) {
    if (DEVELOPMENT && this.name.length === 1) {
      warnOnce(`the entity class ${this.name} looks minified; declare its static key.`);
    }
    return this.name;
  },
  // Compilers that assign class fields would otherwise fail on the accessor.
  set(this: object, key: string) {
    redefine(this, 'key', key);
  },
});

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function askMembers(
  entity: EntityClass,
  pk: string,
  args: readonly unknown[],
  delegate: QueryDelegate,
): void {
  for (const { name, owned } of entityPlan(entity).nested) {
    owned?.queryMember?.({ entity, pk, name }, args, delegate);
  }
}

function hasDefaultPk(entity: { readonly pk: unknown; readonly prototype: Entity }): boolean {
  return entity.pk === Entity.pk && entity.prototype.pk === Entity.prototype.pk;
}
