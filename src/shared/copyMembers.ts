/**
 * A plain object with the own members of `source`, without a member called `__proto__`: wherever a
 * copy is assigned member by member, that member would become the prototype.
 */
export function copyMembers(source: object): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...source };
  if (Object.hasOwn(copy, '__proto__')) delete copy['__proto__'];
  return copy;
}
