import type { DenormalizeNullable } from '../schema/DenormalizeNullable.ts';
import type { Queryable, SchemaArgs } from '../schema/Queryable.ts';
import type { StateObservable } from '../streams/StateObservable.ts';
import type { Store } from '../store/Store.ts';
import { useStableArgs } from './useStableArgs.ts';
import { useObservable } from './useObservable.ts';
import { useStore } from './StoreScope.ts';

type Args = readonly unknown[];

/**
 * The cached value of a schema – an entity, an All, a Query –, or `undefined`. Never fetches, never
 * suspends. An error thrown by a Query goes to the nearest error boundary. Declare schemas outside
 * of components: a new schema is a new query.
 *
 * @example
 * ```tsx
 * const user = useQuery(User, { id });
 * const openTodos = useQuery(openTodosQuery, { userId: id });
 * ```
 */
export function useQuery<Q extends Queryable>(
  schema: Q,
  ...args: SchemaArgs<Q>
): DenormalizeNullable<Q>;
export function useQuery(schema: Queryable, ...args: Args): unknown {
  return useObservable(useStableArgs(lookUp, useStore(), schema, args));
}

function lookUp(store: Store, schema: Queryable, args: Args): StateObservable<unknown> {
  // The cast holds: the signature of the hook checks the arguments.
  return store.query(schema, ...(args as SchemaArgs<Queryable>));
}
