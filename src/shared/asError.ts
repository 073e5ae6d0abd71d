/**
 * Returns thrown errors as they are, also those of other realms; any other value becomes the cause
 * of an Error.
 */
export function asError(thrown: unknown): Error {
  const isError =
    thrown instanceof Error ||
    (typeof thrown === 'object' && thrown !== null && 'message' in thrown && 'name' in thrown);
  if (isError) return thrown as Error;
  const text = typeof thrown === 'string' ? thrown : 'The thrown value is not an Error.';
  return new Error(text, { cause: thrown });
}

/** A rejected promise that causes no unhandled rejection when callers ignore it. */
export function rejection(error: unknown): Promise<never> {
  const rejected = Promise.reject(asError(error));
  rejected.catch(() => {});
  return rejected;
}
