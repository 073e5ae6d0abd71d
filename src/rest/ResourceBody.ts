import type { EntityClass } from '../schema/EntityClass.ts';

/**
 * What a resource sends where its options do not say: the members of the entity, all optional. Text, numbers and booleans keep their type; dates and
 * nested entities may be in whatever form the server wants them.
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
