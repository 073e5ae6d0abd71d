import type { Observable } from 'rxjs';
import type { Denormalize } from '../schema/Denormalize.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import { partsOf } from '../store/partsOf.ts';
import type { Store } from '../store/Store.ts';
import type { ChangeSet } from './ChangeSet.ts';
import { changesOf, type ChangesSchema, ChangesSource } from './ChangesSource.ts';
import type { StoredRow } from './StoredRow.ts';

/** All entities of a kind: an entity class, or a `schema.All`. */
export type RowsSchema =
  EntityClass | { entities(): EntityClass[]; denormalize(...args: never[]): readonly unknown[] };

/** One entity of a kind: `RowOf<typeof User>` → `User` · `RowOf<All<typeof User>>` → `User`. */
export type RowOf<S> = Denormalize<S> extends readonly (infer R)[] ? R : Denormalize<S>;

/**
 * The changes of all entities of a kind in a store, for views whose cost follows what changed: a reset with everything in the cache at once, then
 * one set per commit that changed any of them. Values are instances as hooks show them, another one also if a nested entity has changed; with
 * `flat` the stored records, with ids in place of nested entities. Keys are primary keys; of an All of several kinds, `Kind/pk`. An error that
 * reading an entity throws is an error of the subscription; a new subscription begins anew. Throws `SB_DISPOSED`, `SB_STORE_UNKNOWN`.
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
  const parts = partsOf(store);
  parts.assertAlive();
  const { sources, host } = parts;
  return changesOf(() => {
    parts.assertAlive();
    // The cast holds: what is no class is an All.
    return sources.feature(isSame, () => new ChangesSource(host, schema as ChangesSchema, flat));
  });

  function isSame(source: unknown): source is ChangesSource {
    return source instanceof ChangesSource && source.schema === schema && source.isFlat === flat;
  }
}
