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
