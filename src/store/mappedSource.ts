import type { StateSource } from './StateSource.ts';

/** A source with other values. */
export function mappedSource<T, R>(
  source: StateSource<T>,
  project: (value: T) => R,
): StateSource<R> {
  return {
    read: () => project(source.read()),
    listen: (changed, ended) => source.listen(changed, ended),
  };
}
