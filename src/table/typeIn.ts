/** The one of a type among the types of a table: programs have tens of them, not thousands. */
export function typeIn<T extends { readonly key: string }>(
  types: readonly T[],
  key: string,
): T | undefined {
  // What `find` does, without a closure per look-up.
  for (const type of types) if (type.key === key) return type;
  return undefined;
}
