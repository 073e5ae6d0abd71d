import type { EntityClass } from '../schema/EntityClass.ts';

/**
 * The default body of a resource: the members of the entity, all optional. Text, numbers and booleans
 * keep their type; dates and nested entities are unknown, because the server decides their form.
 *
 * `ResourceBody<typeof Post>` → `{ id?: string; title?: string; author?: unknown }` · `ResourceBody<{ user: typeof User }>` → `unknown`
 */
export type ResourceBody<S> = S extends EntityClass ? BodyOf<S['prototype']> : unknown;

type BodyOf<I> = {
  [N in keyof I as I[N] extends (...args: never[]) => unknown ? never : N]?: Member<I[N]>;
};

type Member<T> = [Exclude<T, null | undefined>] extends [string | number | bigint | boolean]
  ? T | undefined
  : unknown;
