/**
 * Defines an own member over an inherited accessor, as class fields need that are compiled to
 * assignments.
 */
export function redefine(target: object, member: string, value: unknown): void {
  const descriptor = { value, writable: true, enumerable: true, configurable: true };
  Object.defineProperty(target, member, descriptor);
}

/** Gives objects of a prototype a member that is computed until one of them sets it. */
export function computed<T extends object>(
  prototype: T,
  member: keyof T & string,
  compute: (target: T) => unknown,
): void {
  Object.defineProperty(prototype, member, {
    configurable: true,
    get(this: T) {
      return compute(this);
    },
    set(this: T, value: unknown) {
      redefine(this, member, value);
    },
  });
}
