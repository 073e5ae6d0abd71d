import { SB_SCHEMA_INVALID } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { Entity } from './Entity.ts';

type Pk = string | number | bigint | null | undefined;

/** A class that can be made an entity: without arguments, its constructor gives the defaults. */
type AnyClass = abstract new (...args: never[]) => object;

/** The instance of an entity: that of the class, with `pk()` if it has none. */
type MixedInstance<I> = I extends { pk(...args: never[]): unknown } ? I : I & Pick<Entity, 'pk'>;

/** What {@link EntityMixin} gives: the class with the statics of an entity. Those it has itself stay its own. */
export type MixedEntity<B extends AnyClass> = Omit<typeof Entity, 'prototype' | keyof B> &
  Omit<B, 'prototype'> & {
    readonly prototype: MixedInstance<InstanceType<B>>;
    new (...args: ConstructorParameters<B>): MixedInstance<InstanceType<B>>;
  };

/** What can be said of a class that becomes an entity; each may also be a static of a subclass, which wins. */
export interface MixinOptions<I = object> {
  /** The member that is the primary key, or a function of the plain record. Default: `pk()` of the class, else the member `id`. */
  readonly pk?:
    | (string & keyof I)
    | ((value: I, parent?: unknown, key?: string, args?: readonly unknown[]) => Pk);
  /** Name of the kind. Default: the name of the class. */
  readonly key?: string;
  /** Schemas of members. Default: none. */
  readonly schema?: { readonly [member in keyof I]?: unknown };
  /** Members by which look-ups find it, beside the primary key. Default: none. */
  readonly indexes?: readonly (string & keyof I)[];
}

/** `pk` may only be left out where the class says what identifies it. */
type MixinArgs<I> = I extends { id: Pk } | { pk(...args: never[]): unknown }
  ? [options?: MixinOptions<I>]
  : [options: MixinOptions<I> & Required<Pick<MixinOptions<I>, 'pk'>>];

/**
 * Makes an entity of a class that does not extend {@link Entity}: `class UserEntity extends EntityMixin(User, { key: 'User' }) {}`. The class
 * itself stays as it is. Its constructor is called without arguments.
 *
 * Of the statics of entities – `process`, `merge`, `validate` … – those of the subclass count, then the options, then those of the class
 * itself, then those of `Entity`. Throws `SB_SCHEMA_INVALID` for anything but a class.
 */
export function EntityMixin<B extends AnyClass>(
  Base: B,
  ...[options = {}]: MixinArgs<InstanceType<B>>
): MixedEntity<B> {
  if (typeof Base !== 'function' || typeof Base.prototype !== 'object') {
    throw new StreambedError(SB_SCHEMA_INVALID, 'EntityMixin takes a class.');
  }
  // The cast holds: a class can be extended, whatever its constructor takes.
  class Mixed extends (Base as unknown as new () => object) {}
  Object.defineProperty(Mixed, 'name', { value: Base.name, configurable: true });
  const { pk, ...statics } = options as MixinOptions;
  for (const name of Object.getOwnPropertyNames(Entity)) {
    const isOwn = name in Base && (name !== 'pk' || pk === undefined);
    if (!isOwn) take(Mixed, Entity, name);
  }
  if (pk !== undefined) define(Mixed.prototype, 'pk', methodOf(pk));
  else if (!('pk' in Mixed.prototype)) take(Mixed.prototype, Entity.prototype, 'pk');
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

function take(target: object, source: object, name: string): void {
  Object.defineProperty(target, name, Object.getOwnPropertyDescriptor(source, name)!);
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}
