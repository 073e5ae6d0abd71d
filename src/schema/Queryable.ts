import type { All } from './All.ts';
import type { EntityClass } from './EntityClass.ts';
import type { SchemaMethods } from './Schema.ts';
import type { Union } from './Union.ts';

/** Schemas that the cache can answer: entities, All, Union, objects of them, and schemas of your own with `queryKey`. */
export type Queryable = EntityClass | SchemaMethods | { readonly [member: string]: unknown };

/** Members of an entity that are data, as a look-up takes them: numbers and numeric strings are the same. */
type EntityFields<I> = {
  readonly [N in keyof I as I[N] extends (...args: never[]) => unknown ? never : N]?: I[N] extends
    string | number
    ? string | number
    : I[N];
};

/**
 * The arguments of a look-up: `SchemaArgs<typeof User>` → `[{ id?: string | number, name?: … } | string | number]` · `SchemaArgs<All<typeof User>>` → `[]`.
 */
export type SchemaArgs<Q> = Q extends EntityClass
  ? [lookup: EntityFields<Q['prototype']> | string | number]
  : Q extends All<infer _S>
    ? []
    : Q extends Union<infer M>
      ? [lookup: EntityFields<M[keyof M]['prototype']>]
      : readonly unknown[];
