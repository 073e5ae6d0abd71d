import { mappedSource } from './mappedSource.ts';
import { type Rendered, StateObservable } from './StateObservable.ts';
import type { ReadableSource } from './ReadableSource.ts';

/** A state observable of projected values. `rendered`: see {@link StateObservable.rendered}. */
export function mappedObservable<T, R>(
  source: () => ReadableSource<T>,
  rendered: () => Rendered<T> | undefined,
  project: (value: T) => R,
): StateObservable<R> {
  return new StateObservable(
    () => mappedSource(source(), project),
    () => {
      const known = rendered();
      return known && { value: project(known.value) };
    },
  );
}
