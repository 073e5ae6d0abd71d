import type { ArraySchema } from './ArraySchema.ts';
import type { CollectionKey } from './collectionIdentity.ts';
import type { CollectionMerge } from './CollectionMerge.ts';
import type { DenormalizeMember } from './Denormalize.ts';
import type { EntityClass } from './EntityClass.ts';
import type { Union } from './Union.ts';
import type { Values } from './Values.ts';

/** What can be kept as a collection: `[User]`, `[union]`, `new schema.Array(…)`, `new schema.Values(…)`. */
export type CollectionMembers = readonly [EntityClass | Union] | ArraySchema | Values;

/** Decides whether a list gets a member. `args` are those of the list, `record` is what is stored of the member. */
export type CollectionFilter = (args: CollectionKey, record: object | undefined) => boolean;

/** Which arguments of a list say nothing of its members, for example those that sort. */
export type NonFilterArguments = ((name: string) => boolean) | RegExp | readonly string[];

/** A plain object of a call: parameters, a body. */
type NamedValues = Readonly<Record<string, unknown>>;

/** Makes a filter of the arguments of a call. As a method, so that it may be written for arguments of its own. */
export type CreateFilter = {
  create(...args: readonly NamedValues[]): CollectionFilter;
}['create'];

/** See {@link Collection}. */
export type CollectionOptions<A extends readonly unknown[], P> = {
  /** Which list a call is about: an object of named arguments. Default: the first argument of the call. */
  readonly argsKey?: (...args: A) => object;
  /**
   * Which list stands in an entity: an object of named arguments, made of the entity as it was answered and of the name under which the
   * list stands. Default: the arguments of the call decide there too.
   */
  readonly nestKey?: (parent: P, key: string) => object;
} & (
  | {
      /** Arguments that are not compared with members when one is added. Default: those that begin with `order`. */
      readonly nonFilterArgumentKeys?: NonFilterArguments;
      readonly createCollectionFilter?: never;
    }
  | {
      /** Made of the arguments of the call that adds: decides for each list. Default: all of its arguments equal those of the member or the call. */
      readonly createCollectionFilter?: CreateFilter;
      readonly nonFilterArgumentKeys?: never;
    }
);

/** `IsList<[typeof User]>` → `true` · `IsList<Values<typeof User>>` → `false` */
export type IsList<S> = S extends
  readonly unknown[] | { denormalize(...args: never[]): readonly unknown[] }
  ? true
  : false;

/** One member: `CollectionMember<[typeof User]>` → `User` · `CollectionMember<Values<typeof User>>` → `User` */
export type CollectionMember<S> = S extends readonly [infer M]
  ? DenormalizeMember<M>
  : S extends { denormalize(...args: never[]): readonly (infer T)[] }
    ? T
    : S extends { denormalize(...args: never[]): Readonly<Record<string, infer T>> }
      ? T
      : never;

/** How members are put into a map: `(stored, given) => ({ ...stored, ...given })`. */
export type CollectionMapMerge = (existing: NamedValues, incoming: NamedValues) => NamedValues;

/** The merge of a list or of a map. */
export type MergeOf<S> = IsList<S> extends true ? CollectionMerge : CollectionMapMerge;
