/**
 * Defines an own member over an inherited accessor, as class fields need that are compiled to
 * assignments.
 */
export function redefine(target: object, member: string, value: unknown): void {
  const descriptor = { value, writable: true, enumerable: true, configurable: true };
  Object.defineProperty(target, member, descriptor);
}
