/** Whatever was thrown, as an Error; things that are none become the cause of one. Errors of other realms stay what they are. */
export function asError(thrown: unknown): Error {
  const isError =
    thrown instanceof Error ||
    (typeof thrown === 'object' && thrown !== null && 'message' in thrown && 'name' in thrown);
  return isError ? (thrown as Error) : new Error(String(thrown), { cause: thrown });
}
