import type { StateSource } from './StateSource.ts';

/** A source of projected values. */
export function mappedSource<T, R>(
  source: StateSource<T>,
  project: (value: T) => R,
): StateSource<R> {
  return {
    read: () => project(source.read()),
    listen: (listener) => source.listen(listener),
    unlisten: (listener) => source.unlisten(listener),
  };
}
