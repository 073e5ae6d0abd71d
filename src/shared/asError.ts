/** Whatever was thrown, as an Error; what is none becomes the cause of one. Errors of other realms stay what they are. */
export function asError(thrown: unknown): Error {
  const isError =
    thrown instanceof Error ||
    (typeof thrown === 'object' && thrown !== null && 'message' in thrown && 'name' in thrown);
  if (isError) return thrown as Error;
  const text = typeof thrown === 'string' ? thrown : 'Something that is no Error was thrown.';
  return new Error(text, { cause: thrown });
}
