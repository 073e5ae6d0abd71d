import { useContext } from 'react';
import type { Observable } from 'rxjs';
import { StoreContext } from './StoreContext.ts';
import { streamReaderOf } from './StreamReader.ts';
import { suspend } from './suspend.ts';
import { useThenable } from './useThenable.ts';

/**
 * The latest value of any observable: a stream of the store, or one that is composed of them. Suspends until there is a value, throws an error of
 * the stream to the nearest error boundary, whose reset subscribes anew. All components that read one observable share one subscription; it ends
 * 5 s after the last of them. Make the observable outside of components, or with `useMemo`: another one in each render never gets to show a value.
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
  const reader = streamReaderOf(stream);
  // The cast holds: the values are those of the stream.
  return suspend(useThenable(reader, reader.subscribe), useContext(StoreContext).boundary) as T;
}
