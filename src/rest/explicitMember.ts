/**
 * The member from options, class fields or subclasses, not from the prototype `end`. Getters do not
 * count: they may depend on the very value that is being resolved.
 */
export function explicitMember(target: object, member: string, end: object): unknown {
  for (let at: object | null = target; at && at !== end; at = Object.getPrototypeOf(at) as object) {
    const descriptor = Object.getOwnPropertyDescriptor(at, member);
    if (descriptor) return descriptor.value as unknown;
  }
  return undefined;
}
