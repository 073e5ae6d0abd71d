import { StreambedError } from '../../shared/StreambedError.ts';
import { Entity } from './Entity.ts';
import type { Defaulted } from '../../shared/Optional.ts';

type Pk = string | number | bigint | null | undefined;

/**
 * A class that can become an entity. Its constructor has to work without arguments and give the
 * defaults.
 */
type AnyClass = abstract new (...args: never[]) => object;

/** The instance of an entity: the instance of the class, with `pk()` if the class has none. */
type MixedInstance<I> = I extends { pk(...args: never[]): unknown } ? I : I & Pick<Entity, 'pk'>;

/**
 * The type that {@link EntityMixin} returns: the class with the statics of an entity. The class
 * keeps its own statics.
 */
export type MixedEntity<B extends AnyClass> = Omit<typeof Entity, 'prototype' | keyof B> &
  Omit<B, 'prototype'> & {
    readonly prototype: MixedInstance<InstanceType<B>>;
    new (...args: ConstructorParameters<B>): MixedInstance<InstanceType<B>>;
  };

/**
 * Options for a class that becomes an entity. A static of a subclass overrides the option of the
 * same name.
 */
export interface MixinOptions<I = object> {
  /**
   * The member that is the primary key, or a function of the plain record. Default: `pk()` of the
   * class, else the member `id`.
   */
  readonly pk?:
    | (string & keyof I)
    | ((value: I, parent?: unknown, key?: string, args?: readonly unknown[]) => Pk)
    | undefined;
  /** The entity key. Default: the name of the class. */
  readonly key?: string | undefined;
  /** Schemas of members. Default: none. */
  readonly schema?: { readonly [member in keyof I]?: unknown } | undefined;
  /** Members that look-ups can use in addition to the primary key. Default: none. */
  readonly indexes?: readonly (string & keyof I)[] | undefined;
  /** The member that has the id a client gives a new entity. Default: none. */
  readonly clientId?: (string & keyof I) | undefined;
}

/** `pk` is optional only if the class has `id` or `pk()`. */
type MixinArgs<I> = I extends { id: Pk } | { pk(...args: never[]): unknown }
  ? [options?: MixinOptions<I>]
  : [options: MixinOptions<I> & Defaulted<Pick<MixinOptions<I>, 'pk'>>];

/**
 * Makes an entity of a class that does not extend {@link Entity}:
 * `class UserEntity extends EntityMixin(User, { key: 'User' }) {}`. It does not change the class.
 * The store calls the constructor without arguments, for the defaults.
 *
 * Statics of entities (`process`, `merge`, `validate` …) are looked up in the subclass, then in the
 * options, then in the class itself, then in `Entity`. Throws `SB_SCHEMA_INVALID` for what cannot
 * be extended.
 */
export function EntityMixin<B extends AnyClass>(
  Base: B,
  ...[options = {}]: MixinArgs<InstanceType<B>>
): MixedEntity<B> {
  if (typeof Base !== 'function' || typeof Base.prototype !== 'object') {
    throw new StreambedError('SB_SCHEMA_INVALID', 'EntityMixin takes a class.');
  }
  // The cast holds: a class can be extended, whatever its constructor takes.
  class Mixed extends (Base as unknown as new () => object) {}
  Object.defineProperty(Mixed, 'name', { value: Base.name, configurable: true });
  const { pk, ...statics } = options as MixinOptions;
  for (const name of Object.getOwnPropertyNames(Entity)) {
    const keepsOwn = name in Base && (name !== 'pk' || pk === undefined);
    if (!keepsOwn) copyMember(Mixed, Entity, name);
  }
  if (pk !== undefined) define(Mixed.prototype, 'pk', methodOf(pk));
  else if (!('pk' in Mixed.prototype)) copyMember(Mixed.prototype, Entity.prototype, 'pk');
  for (const [name, value] of Object.entries(statics)) {
    if (value !== undefined) define(Mixed, name, value);
  }
  return Mixed as unknown as MixedEntity<B>;
}

function methodOf(pk: NonNullable<MixinOptions['pk']>): (...rest: unknown[]) => Pk {
  return function (this: object, ...rest) {
    return typeof pk === 'function'
      ? pk(this, ...(rest as [unknown, string, readonly unknown[]]))
      : (this as Record<string, Pk>)[pk];
  };
}

function copyMember(target: object, source: object, name: string): void {
  Object.defineProperty(target, name, Object.getOwnPropertyDescriptor(source, name)!);
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}
