import { useContext, useMemo } from 'react';
import { useSyncExternalStore } from 'use-sync-external-store/shim';
import type { AnyObservable } from '../kernel/requests/toObservable.ts';
import type { DenormalizeNullable } from '../data/schema/DenormalizeNullable.ts';
import type { Queryable, SchemaArgs } from '../data/schema/Queryable.ts';
import type { Store } from '../kernel/store/Store.ts';
import type { StateObservable } from '../kernel/streams/StateObservable.ts';
import type { Args } from '../shared/copyArgs.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import { StoreContext, useStore } from './StoreScope.ts';
import { noteRender } from './suspense/remadeStreams.ts';
import { streamResourceOf } from './suspense/StreamResource.ts';
import { suspend } from './suspense/suspend.ts';
import { useStableArgs } from './useStableArgs.ts';

/**
 * The latest value of any observable: a stream of the store, or one composed of them. Suspends
 * until there is a value. Throws an error of the stream to the nearest error boundary, whose reset
 * subscribes again. All components of a store that read one observable share one subscription; it
 * ends 5 s after the last of them has unmounted, on a server with the store. Make the observable
 * outside of components: a new observable in each render never shows a value. `useMemo` in the same
 * component suffices only if the first value is synchronous, because React discards the memos of a
 * first render that suspends.
 *
 * @example
 * ```tsx
 * const openCount$ = store.query(new schema.All(Todo)).pipe(map((todos = []) => todos.filter((todo) => !todo.done).length));
 *
 * function OpenCount() {
 *   return <b>{useStream(openCount$)}</b>;
 * }
 * ```
 */
export function useStream<T>(stream: AnyObservable<T>): T {
  const { boundary, store } = useContext(StoreContext);
  // The cast holds: the resource returns values of the stream.
  const resource = useMemo(() => {
    const found = streamResourceOf(stream, store);
    // Before the snapshot, which it may change.
    found.waits();
    return found;
  }, [stream, store]);
  const shown = useSyncExternalStore(
    resource.subscribe,
    resource.getSnapshot,
    resource.getServerSnapshot,
  );
  const usable = resource.usable(shown);
  if (DEVELOPMENT) noteRender(stream, 'useStream');
  return suspend(usable, boundary) as T;
}

/** An observable that always has a value: the state observables of a store, a BehaviorSubject. */
type ValueObservable<T> = AnyObservable<T> & { getValue(): T };

/**
 * The latest value of any observable, and `initial` (default `undefined`) before the first. State
 * observables and BehaviorSubjects always have a value. Never suspends. An error of the stream goes
 * to the nearest error boundary. Subscribes when the component mounts. Shares its subscription like
 * {@link useStream}.
 */
export function useObservable<T>(stream: ValueObservable<T>): T;
export function useObservable<T, I>(stream: AnyObservable<T>, initial: I): T | I;
export function useObservable<T>(stream: AnyObservable<T>): T | undefined;
export function useObservable(stream: AnyObservable<unknown>, initial?: unknown): unknown {
  if (DEVELOPMENT) noteRender(stream, 'useObservable');
  return useLatest(stream, useContext(StoreContext).store, initial);
}

/** The latest value of an observable, else `initial`. */
function useLatest(
  stream: AnyObservable<unknown>,
  store: Store | undefined,
  initial?: unknown,
): unknown {
  const { subscribe, getSnapshot, getFirstSnapshot } = streamResourceOf(stream, store);
  const shown = useSyncExternalStore(subscribe, getSnapshot, getFirstSnapshot);
  if (shown.status === 'rejected') throw shown.reason;
  return shown.resolved ? shown.value : initial;
}

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
  const store = useStore();
  return useLatest(useStableArgs(lookUp, store, schema, args), store);
}

function lookUp(store: Store, schema: Queryable, args: Args): StateObservable<unknown> {
  // The cast holds: the signature of the hook checks the arguments.
  return store.query(schema, ...(args as SchemaArgs<Queryable>));
}
