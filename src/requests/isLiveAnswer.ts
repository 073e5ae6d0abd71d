/**
 * Whether the return value of an endpoint's function may bring several responses: an observable or
 * an async iterable.
 */
export function isLiveAnswer(source: unknown): boolean {
  if (typeof source !== 'object' || source === null) return false;
  const { subscribe } = source as { subscribe?: unknown };
  return typeof subscribe === 'function' || Symbol.asyncIterator in source;
}
