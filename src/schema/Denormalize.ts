import type { EntityClass } from './EntityClass.ts';
import type { ObjectSchema } from './ObjectSchema.ts';
import type { EntityMapping } from './SchemaAttribute.ts';

/**
 * The type that a read of a schema returns.
 *
 * `Denormalize<typeof User>` → `User` · `Denormalize<[typeof User]>` → `User[]` ·
 * `Denormalize<All<typeof User>>` → `User[]` ·
 * `Denormalize<{ results: [typeof User]; nextPage: '' }>` → `{ results: User[]; nextPage: string }`
 * · `Denormalize<NumberConstructor>` → `number` · `Denormalize<DateConstructor>` → `Date`
 */
export type Denormalize<S> = S extends EntityClass
  ? S['prototype']
  : S extends { denormalize(...args: never[]): infer T }
    ? T
    : S extends DateConstructor
      ? Date
      : S extends (value: never) => infer T
        ? T
        : S extends readonly (infer M)[]
          ? Denormalize<M>[]
          : S extends object
            ? DenormalizeObject<S>
            : Widen<S>;

/**
 * The object form: `DenormalizeObject<{ user: typeof User; next: '' }>` →
 * `{ user: User; next: string }`.
 */
export type DenormalizeObject<M extends object> = { [N in keyof M]: Denormalize<M[N]> };

/**
 * A member of a list or map: `DenormalizeMember<{ link: typeof Link; post: typeof Post }>` → `Link
 * | Post`.
 */
export type DenormalizeMember<S> = S extends EntityClass
  ? S['prototype']
  : S extends EntityMapping
    ? S[keyof S]['prototype']
    : Denormalize<S>;

/**
 * The type that a look-up in the cache returns: `Denormalize<S>`, or `undefined` if the cache has
 * no data. Each member of an object may be missing on its own:
 * `DenormalizeNullable<{ user: typeof User; next: '' }>` →
 * `{ user: User | undefined; next: string } | undefined`.
 */
export type DenormalizeNullable<S> =
  S extends ObjectSchema<infer M>
    ? DenormalizeNullable<M>
    : S extends EntityClass | { denormalize(...args: never[]): unknown } | readonly unknown[]
      ? Denormalize<S> | undefined
      : S extends (value: never) => unknown
        ? Denormalize<S> | undefined
        : S extends object
          ? { [N in keyof S]: DenormalizeNullable<S[N]> } | undefined
          : Widen<S>;

/**
 * `''` → `string`, `0` → `number`, `false` → `boolean`. A literal in a schema only gives a type.
 */
export type Widen<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : T;
