import type { Observable } from 'rxjs';
import type { Denormalize, Normalize } from '../schema/Denormalize.ts';
import type { EntityClass } from '../schema/Schema.ts';
import { internalsOf } from '../store/internalsOf.ts';
import type { Store } from '../store/Store.ts';
import type { ChangeSet } from './ChangeSet.ts';
import { changesOf, type ChangesSchema, ChangesSource } from './ChangesSource.ts';

/** All entities of a class, or of a `schema.All`. */
export type RowsSchema =
  EntityClass | { entities(): EntityClass[]; denormalize(...args: never[]): readonly unknown[] };

/** The entities of a schema: `RowOf<typeof User>` → `User` · `RowOf<All<typeof User>>` → `User`. */
export type RowOf<S> = Denormalize<S> extends readonly (infer R)[] ? R : Denormalize<S>;

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

/**
 * The changes of all entities of a class, or of an All, in a store – for views whose cost follows
 * what changed: a reset with all cached entities at once, then one set per commit that changed any
 * of them. Values are the instances that hooks show, replaced also when a nested entity changes;
 * with `flat`, they are the stored records, with ids in place of nested entities. Keys are primary
 * keys; for an All of several entity keys, `entityKey/pk`. If user code throws while an entity is
 * read, the subscription fails; a new subscription starts anew. Throws `SB_DISPOSED`,
 * `SB_STORE_UNKNOWN`.
 *
 * @example
 * ```ts
 * const open$ = changes(store, Todo).pipe(filterChanges((todo) => !todo.done), asArray());
 * ```
 */
export function changes<S extends RowsSchema>(
  store: Store,
  schema: S,
  options?: { readonly flat?: false },
): Observable<ChangeSet<string, RowOf<S>>>;
export function changes<S extends RowsSchema>(
  store: Store,
  schema: S,
  options: { readonly flat: true },
): Observable<ChangeSet<string, StoredRow<S>>>;
export function changes(
  store: Store,
  schema: RowsSchema,
  { flat = false }: { readonly flat?: boolean } = {},
): Observable<ChangeSet<string, unknown>> {
  const parts = internalsOf(store);
  parts.assertAlive();
  const { sources, host } = parts;
  return changesOf(() => {
    parts.assertAlive();
    // The cast holds: a schema that is not a class is an All.
    return sources.feature(isSame, () => new ChangesSource(host, schema as ChangesSchema, flat));
  });

  function isSame(source: unknown): source is ChangesSource {
    return source instanceof ChangesSource && source.schema === schema && source.isFlat === flat;
  }
}
