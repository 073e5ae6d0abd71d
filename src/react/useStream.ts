import { useContext, useMemo } from 'react';
import type { Observable } from 'rxjs';
import { useSyncExternalStore } from 'use-sync-external-store/shim';
import { StoreContext } from './StoreScope.ts';
import { streamResourceOf } from './suspense/StreamResource.ts';
import { suspend } from './suspense/suspend.ts';

/**
 * The latest value of any observable: a stream of the store, or one composed of them. Suspends
 * until there is a value. Throws an error of the stream to the nearest error boundary, whose reset
 * subscribes again. All components that read one observable share one subscription; it ends 5 s
 * after the last of them has unmounted. Make the observable outside of components or with
 * `useMemo`: a new observable in each render never shows a value.
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
export function useStream<T>(stream: Observable<T>): T {
  // The cast holds: the resource returns values of the stream.
  const resource = streamResourceOf(stream);
  // Before the snapshot, which it may change.
  useMemo(() => resource.waits(), [resource]);
  const shown = useSyncExternalStore(
    resource.subscribe,
    resource.getSnapshot,
    resource.getServerSnapshot,
  );
  return suspend(resource.usable(shown), useContext(StoreContext).boundary) as T;
}
