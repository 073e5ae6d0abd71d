import type { EntityClass } from '../Schema.ts';

/**
 * What you may write for an entity: some of its members, as a response has them.
 * `EntityInput<typeof User>` → `{ id?: string | number; name?: string | number; author?: unknown }`.
 * A class whose `process` declares its input takes that.
 */
export type EntityInput<S extends EntityClass> = S extends {
  process(input: infer I, ...rest: never[]): unknown;
}
  ? object extends I
    ? InputOf<S['prototype'], S['schema']>
    : I
  : never;

/**
 * A response for a schema, as far as types can tell: `ResponseInput<typeof User>` →
 * `EntityInput<typeof User>` · `ResponseInput<[typeof User]>` → `readonly EntityInput<typeof
 * User>[]` · `ResponseInput<All<typeof User>>` → `unknown`.
 */
export type ResponseInput<S> = S extends EntityClass
  ? EntityInput<S>
  : S extends readonly (infer M extends EntityClass)[]
    ? readonly EntityInput<M>[]
    : unknown;

/** Any object for a class that declares no fields, or an unknown one. */
type InputOf<I, D> = [Exclude<keyof I, 'pk'>] extends [never]
  ? object
  : MembersOf<I, D> & OneObject;

/** No text, list or other collection, and no promise. */
interface OneObject {
  readonly id?: unknown;
  readonly [Symbol.iterator]?: never;
  readonly then?: never;
}

/** Members with a schema, dates and other objects have another form in a response. */
type MembersOf<I, D> = {
  readonly [N in keyof I]?: N extends DescribedIn<D> ? unknown : ValueOf<I[N]>;
};

/** The members that `static schema` lists: none of the schema of `Entity`, which is open. */
type DescribedIn<D> = string extends keyof D ? never : keyof D;

/** Numbers and numeric texts may stand for each other. Null may stand for any value. */
type ValueOf<T> = [T] extends [string | number | bigint | null | undefined]
  ? string | number | bigint | null | undefined
  : [T] extends [boolean | null | undefined]
    ? boolean | null | undefined
    : unknown;
