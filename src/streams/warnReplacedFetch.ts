import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { SB_FETCH_REPLACED } from '../shared/errorCatalogue.ts';
import { warnOnce } from '../shared/warnOnce.ts';

/**
 * Warns where two endpoints are used for one key, and one was made of the other by `extend({ fetch })`: which of the functions runs depends on
 * the order of use. A variant that takes the place of its base in a store – a wrapper, a fake – is no such case, nor is a key that says what is
 * fetched, as method and URL do.
 */
export function warnReplacedFetch(
  key: string,
  known: EndpointInterface,
  used: EndpointInterface,
): void {
  const isNamed = key.startsWith(`${used.name} [`);
  if (known.fetch === used.fetch || !isNamed || !(inherits(known, used) || inherits(used, known))) {
    return;
  }
  const { code, fix } = SB_FETCH_REPLACED;
  warnOnce(
    `endpoint "${used.name}" and a variant of it with another fetch share their data. [${code}] ${fix}`,
  );
}

/** Whether `variant` was made of `base`, and has its name and key from there. */
function inherits(variant: object, base: object): boolean {
  let at: object | null = variant;
  while (at !== null && at !== base) {
    if (Object.hasOwn(at, 'name') || Object.hasOwn(at, 'key')) return false;
    at = Object.getPrototypeOf(at) as object | null;
  }
  return at === base;
}
