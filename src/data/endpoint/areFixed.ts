import { descriptorOf } from '../../shared/redefine.ts';

/**
 * Whether members of an endpoint are values, or methods and getters of the given class. Those of a
 * program may depend on anything.
 */
export function areFixed(
  endpoint: object,
  { prototype }: { readonly prototype: object },
  members: readonly string[],
): boolean {
  return members.every((member) => {
    const found = descriptorOf(endpoint, member);
    const own = descriptorOf(prototype, member);
    if (found?.get) return found.get === own?.get;
    return typeof found?.value !== 'function' || found.value === own?.value;
  });
}
