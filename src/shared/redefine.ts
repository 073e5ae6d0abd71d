/** Gives an object a member of its own over an inherited accessor, as class fields expect that are compiled to assignments. */
export function redefine(target: object, member: string, value: unknown): void {
  const descriptor = { value, writable: true, enumerable: true, configurable: true };
  Object.defineProperty(target, member, descriptor);
}
