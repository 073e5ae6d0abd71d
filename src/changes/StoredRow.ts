import type { EntityClass } from '../schema/EntityClass.ts';
import type { Normalize } from '../schema/Normalize.ts';

/**
 * A row as it is stored: the fields that responses have brought, with ids in place of nested
 * entities. `StoredRow<typeof Task>` → `{ id?: string; title?: string; owner?: string }` · of an
 * `All`: a record.
 */
export type StoredRow<S> = S extends EntityClass
  ? StoredFields<S['prototype'], S['schema']>
  : Readonly<Record<string, unknown>>;

/** `StoredFields<Task, { owner: typeof Person }>` → `{ id?: string; owner?: string }`. */
type StoredFields<I, M> = {
  readonly [N in keyof I as I[N] extends (...args: never[]) => unknown ? never : N]?: StoredField<
    M,
    N,
    I[N]
  >;
};

/** A class without nested schemas has an index signature in place of names. */
type StoredField<M, N, V> = string extends keyof M
  ? V
  : N extends keyof M
    ? Normalize<M[N]> | null
    : V;
