/**
 * The member as options, class fields or subclasses give it, not as the class with the prototype `end` derives it.
 * Getters do not count: they may ask for what is being found out.
 */
export function explicitMember(target: object, member: string, end: object): unknown {
  for (let at: object | null = target; at && at !== end; at = Object.getPrototypeOf(at) as object) {
    const descriptor = Object.getOwnPropertyDescriptor(at, member);
    if (descriptor) return descriptor.value as unknown;
  }
  return undefined;
}
