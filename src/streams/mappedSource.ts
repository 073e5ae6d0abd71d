import type { ReadableSource } from './ReadableSource.ts';

/** A source of projected values. */
export function mappedSource<T, R>(
  source: ReadableSource<T>,
  project: (value: T) => R,
): ReadableSource<R> {
  return {
    read: () => project(source.read()),
    listen: (listener) => source.listen(listener),
    unlisten: (listener) => source.unlisten(listener),
  };
}
