import type { EntityClass } from './Schema.ts';
import type { EntityMapping } from './Polymorphic.ts';

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
// Inferred, so that editors show the members instead of this name.
export type DenormalizeObject<M extends object> = M extends infer S
  ? { [N in keyof S]: Denormalize<S[N]> }
  : never;

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
 * `''` → `string`, `0` → `number`, `false` → `boolean`. A literal in a schema only gives a type.
 */
export type Widen<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : T;

/**
 * The stored form of a schema: `Normalize<typeof User>` → `string` (the pk) ·
 * `Normalize<[typeof User]>` → `string[]` · `Normalize<{ user: typeof User; next: '' }>` →
 * `{ user: string; next: string }`.
 */
export type Normalize<S> = S extends string | number | boolean
  ? Widen<S>
  : S extends EntityClass
    ? string
    : S extends { normalize(...args: never[]): infer T }
      ? T
      : S extends readonly (infer M)[]
        ? Normalize<M>[]
        : S extends (value: infer V) => unknown
          ? V
          : S extends object
            ? { [N in keyof S]: Normalize<S[N]> }
            : S;
