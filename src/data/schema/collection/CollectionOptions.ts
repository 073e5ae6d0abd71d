import type { ArraySchema } from '../ArraySchema.ts';
import type { CollectionMerge } from './CollectionMerge.ts';
import type { DenormalizeMember } from '../Denormalize.ts';
import type { EntityClass } from '../Schema.ts';
import type { Union } from '../Union.ts';
import type { Values } from '../Values.ts';

/**
 * The members that a collection can have: `[User]`, `[union]`, `new schema.Array(…)`,
 * `new schema.Values(…)`.
 */
export type CollectionMembers = readonly [EntityClass | Union] | ArraySchema | Values;

/**
 * The named arguments that tell the lists of some members apart. Numbers are texts, as in keys;
 * `undefined` is left out.
 */
export type CollectionKey = Readonly<Record<string, unknown>>;

/**
 * Decides whether a list gets a member. `args` are the arguments of the list, `record` is the
 * stored record of the member.
 */
export type CollectionFilter = (args: CollectionKey, record: object | undefined) => boolean;

/** The arguments of a list that say nothing about members, for example arguments for sorting. */
export type NonFilterArguments = ((name: string) => boolean) | RegExp | readonly string[];

/** A plain object among the arguments of a call: parameters or a body. */
type NamedValues = Readonly<Record<string, unknown>>;

/**
 * Makes a filter from the arguments of a call. Declared as a method, so that a function may narrow
 * their types.
 */
export type CreateFilter = {
  create(...args: readonly NamedValues[]): CollectionFilter;
}['create'];

/** A list, map or nested entity: its stored form is not its type. */
type StoredValue<T> =
  Extract<T, object> extends readonly (string | number | boolean)[] ? T : unknown;

/**
 * The stored record of a member, as `filter` and `sort` get it: a nested entity is a primary key. A
 * member that no response has brought is `undefined`.
 */
export type MemberRecord<T> = {
  readonly [K in keyof T as T[K] extends (...args: never[]) => unknown ? never : K]: StoredValue<
    T[K]
  >;
};

/** What belongs in the lists of a collection, and in which order. `M` is a member. */
export interface ListOrder<M> {
  /**
   * Whether a record belongs in the list with these arguments; `undefined` decides nothing. It
   * replaces the comparison of members with arguments. Called with stored records: nested entities are
   * primary keys. It must be pure.
   */
  readonly filter?:
    ((listArgs: CollectionKey, record: MemberRecord<M>) => boolean | undefined) | undefined;
  /**
   * The order of the members, as in `Array.prototype.sort`: a member that joins, is created or changes
   * moves to its position. Called with stored records. Default: the server's order; what joins comes
   * last. A response is shown as the server sorts it, until the next change. In a list with fewer
   * members than its `count`, what sorts after the last one does not join.
   */
  readonly sort?:
    ((a: MemberRecord<M>, b: MemberRecord<M>, listArgs: CollectionKey) => number) | undefined;
}

/** See {@link Collection}. */
export type CollectionOptions<A extends readonly unknown[], P, M = never> = {
  /**
   * Returns the named arguments that identify the list. Default: the first argument of the call.
   */
  readonly argsKey?: ((...args: A) => object) | undefined;
  /**
   * Returns the named arguments that identify a list nested in an entity. Gets the entity as the
   * response contains it, and the name of the list's member. Default: the arguments of the call
   * identify nested lists, too.
   */
  readonly nestKey?: ((parent: P, key: string) => object) | undefined;
  /**
   * Whether the lists follow their members: an entity whose stored record begins to match a list joins
   * it, and one that stops matching leaves it, whatever has written it. Default: true. False: only
   * `push`, `unshift`, `assign`, `remove` and `move` change the lists, and `sort` only places what they add.
   */
  readonly follows?: boolean | undefined;
} & ListOrder<M> &
  (
    | {
        /**
         * Arguments that are not compared with members. Others that no member has, such as a page size,
         * let in only what leaves a list with the same ones. Default: arguments that begin with `order`.
         */
        readonly nonFilterArgumentKeys?: NonFilterArguments | undefined;
        readonly createCollectionFilter?: undefined;
      }
    | {
        /**
         * Gets the arguments of the call that adds a member, and returns the filter that decides for
         * each list. The lists follow their members only if there is a `filter`, too. Default: all
         * arguments of the list equal those of the member or the call.
         */
        readonly createCollectionFilter?: CreateFilter | undefined;
        readonly nonFilterArgumentKeys?: undefined;
      }
  );

/** `IsList<[typeof User]>` → `true` · `IsList<Values<typeof User>>` → `false` */
export type IsList<S> = S extends
  readonly unknown[] | { denormalize(...args: never[]): readonly unknown[] }
  ? true
  : false;

/**
 * One member: `CollectionMember<[typeof User]>` → `User` · `CollectionMember<Values<typeof User>>`
 * → `User`
 */
export type CollectionMember<S> = S extends readonly [infer M]
  ? DenormalizeMember<M>
  : S extends { denormalize(...args: never[]): readonly (infer T)[] }
    ? T
    : S extends { denormalize(...args: never[]): Readonly<Record<string, infer T>> }
      ? T
      : never;

/** Merges members into a map: `(stored, given) => ({ ...stored, ...given })`. */
type CollectionMapMerge = (existing: NamedValues, incoming: NamedValues) => NamedValues;

/** The merge function of a list or of a map. */
export type MergeOf<S> = IsList<S> extends true ? CollectionMerge : CollectionMapMerge;
