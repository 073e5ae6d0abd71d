/** Finds a type by its key. A linear search: programs have tens of types, not thousands. */
export function typeIn<T extends { readonly key: string }>(
  types: readonly T[],
  key: string,
): T | undefined {
  // Not `find`: this needs no closure per look-up.
  for (const type of types) if (type.key === key) return type;
  return undefined;
}
