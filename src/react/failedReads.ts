const retries = new WeakMap<Error, Set<() => void>>();

/** Remembers how to retry a read that failed with `error`. */
export function noteFailure(error: Error, retry: () => void): void {
  const known = retries.get(error);
  if (known) known.add(retry);
  else retries.set(error, new Set([retry]));
}

/** Retries all reads that failed with `error`. */
export function retryFailed(error: unknown): void {
  if (typeof error !== 'object' || error === null) return;
  for (const retry of retries.get(error as Error) ?? []) retry();
}
