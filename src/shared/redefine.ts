/**
 * Defines an own member over an inherited accessor, as class fields need that are compiled to
 * assignments.
 */
export function redefine(target: object, member: string, value: unknown): void {
  const descriptor = { value, writable: true, enumerable: true, configurable: true };
  Object.defineProperty(target, member, descriptor);
}

/** Gives objects of a prototype a member that the getter computes until one of them sets it. */
export function computed<T extends object>(
  prototype: T,
  member: keyof T & string,
  get: (this: T) => unknown,
): void {
  Object.defineProperty(prototype, member, {
    configurable: true,
    get,
    set(this: T, value: unknown) {
      redefine(this, member, value);
    },
  });
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
