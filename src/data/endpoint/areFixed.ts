import { descriptorOf } from '../../shared/redefine.ts';

const known = new WeakMap<object, boolean>();

/**
 * Whether members of an endpoint are values, or methods and getters of the given class. Those of a
 * program may depend on anything. Call it with the same members for the same endpoint.
 */
export function areFixed(
  endpoint: object,
  { prototype }: { readonly prototype: object },
  members: readonly string[],
): boolean {
  let isFixed = known.get(endpoint);
  if (isFixed === undefined) {
    isFixed = members.every((member) => {
      const code = codeOf(endpoint, member);
      return !code || code === codeOf(prototype, member);
    });
    known.set(endpoint, isFixed);
  }
  return isFixed;
}

/** The getter or method. */
function codeOf(target: object, member: string): unknown {
  const parts = Object.values(descriptorOf(target, member) ?? {});
  return parts.find((part) => typeof part === 'function');
}
