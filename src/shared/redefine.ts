/**
 * Defines an own member over an inherited accessor. Setters call it for class fields that a compiler
 * turned into assignments.
 */
export function redefine(target: object, member: string, value: unknown): void {
  const descriptor = { value, writable: true, enumerable: true, configurable: true };
  Object.defineProperty(target, member, descriptor);
}

/** The descriptor of a member, own or inherited, before the prototype `end`. */
export function descriptorOf(
  target: object,
  member: PropertyKey,
  end: object | null = null,
): PropertyDescriptor | undefined {
  let at = target as object | null;
  for (; at && at !== end; at = Object.getPrototypeOf(at) as object | null) {
    const own = Object.getOwnPropertyDescriptor(at, member);
    if (own) return own;
  }
  return undefined;
}

/**
 * Defines members that logs and `JSON.stringify` leave out, because they hold data that was sent or
 * received.
 */
export function hide(target: object, members: object): void {
  for (const [name, value] of Object.entries(members))
    Object.defineProperty(target, name, { value });
}
