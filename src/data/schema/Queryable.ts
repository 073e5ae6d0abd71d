import type { All } from './All.ts';
import type { Collection } from './collection/Collection.ts';
import type { CollectionChange } from './collection/CollectionChange.ts';
import type { CollectionPage } from './collection/CollectionPage.ts';
import type { EntityClass, SchemaMethods } from './Schema.ts';
import type { LazyQuery } from './lazy/LazyQuery.ts';
import type { Normalize } from './Denormalize.ts';
import type { ObjectSchema } from './ObjectSchema.ts';
import type { Query } from './query/Query.ts';
import type { Union } from './Union.ts';

/**
 * Schemas that can be looked up in the cache: entities, All, Union, objects of them, and your own
 * schemas with `queryKey`.
 */
export type Queryable = EntityClass | SchemaMethods | { readonly [member: string]: unknown };

/**
 * The data members of an entity, as a look-up takes them. Numbers and numeric strings are equal.
 */
type EntityFields<I> = {
  readonly [N in keyof I as I[N] extends (...args: never[]) => unknown ? never : N]?: I[N] extends
    string | number
    ? string | number
    : I[N];
};

/**
 * A look-up may be a bare id only if the function takes one, too:
 * `LookupWith<{ id?: string } | string, { up: boolean }>` → `{ id?: string } & { up: boolean }`.
 */
type LookupWith<F, O> = F extends O ? F : F extends string | number ? never : F & O;

/**
 * The arguments of a Query: those of its function, if any, combined with those of the look-up:
 * `QueryArgs<[lookup: { id?: string }], [{ upper: boolean }]>` →
 * `[{ id?: string } & { upper: boolean }]`.
 */
type QueryArgs<L extends readonly unknown[], A extends readonly unknown[]> = A extends readonly []
  ? L
  : L extends readonly [lookup: infer F]
    ? A extends readonly [(infer O)?, ...infer R]
      ? [lookup: LookupWith<F, O>, ...rest: R]
      : A
    : A;

/**
 * The arguments of a look-up: `SchemaArgs<typeof User>` →
 * `[{ id?: string | number, name?: … } | string | number]` · `SchemaArgs<All<typeof User>>` → `[]`.
 */
export type SchemaArgs<Q> =
  Q extends Query<infer S, infer A, infer _R>
    ? QueryArgs<SchemaArgs<S>, A>
    : Q extends LazyQuery<infer S>
      ? S extends { pk(...args: never[]): unknown }
        ? SchemaArgs<S>
        : [stored: Normalize<S> | undefined]
      : Q extends EntityClass
        ? [lookup: EntityFields<Q['prototype']> | string | number]
        : Q extends All<infer _S>
          ? []
          : Q extends
                | Collection<infer _S, infer A, infer _P>
                | CollectionChange<infer _M, infer A>
                | CollectionPage<infer _T, infer A>
            ? A
            : Q extends Union<infer M>
              ? [lookup: EntityFields<M[keyof M]['prototype']>]
              : Q extends { queryKey(): undefined }
                ? [thisSchemaCannotBeLookedUp: never]
                : Q extends ObjectSchema<infer M>
                  ? ObjectArgs<M>
                  : Q extends SchemaMethods
                    ? readonly unknown[]
                    : ObjectArgs<Q>;

/**
 * One look-up for all members of an object:
 * `ObjectArgs<{ user: typeof User; users: All<typeof User>; next: '' }>` →
 * `SchemaArgs<typeof User>`. Not checked if a member takes more than one argument.
 */
type ObjectArgs<M> = string extends keyof M
  ? readonly unknown[]
  : {
        [N in keyof M]-?: (lookup: LookupOf<MemberArgs<M[N]>>) => void;
      }[keyof M] extends (lookup: infer L) => void
    ? [L] extends [never]
      ? readonly unknown[]
      : unknown extends L
        ? []
        : undefined extends L
          ? [lookup?: L]
          : [lookup: L]
    : never;

/** Literals, lists and functions in an object take no arguments: `MemberArgs<''>` → `[]`. */
type MemberArgs<S> = S extends EntityClass
  ? SchemaArgs<S>
  : S extends readonly unknown[] | ((value: never) => unknown)
    ? []
    : S extends object
      ? SchemaArgs<S>
      : [];

/**
 * `LookupOf<[lookup: L]>` → `L` · `LookupOf<[lookup?: L]>` → `L | undefined` · `LookupOf<[]>` →
 * `unknown` · `LookupOf<unknown[]>` → `never`.
 */
type LookupOf<A extends readonly unknown[]> = A extends readonly [] | readonly [never]
  ? unknown
  : A extends readonly [(infer L)?]
    ? [] extends A
      ? L | undefined
      : L
    : never;
