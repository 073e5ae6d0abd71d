import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import { warnOnce } from '../../shared/warnOnce.ts';

/**
 * Warns when one key is used by two endpoints of which one extends the other with `extend({ fetch
 * })`: which function runs depends on the order of use. Does not warn when a variant, such as a
 * wrapper or a fake, is used instead of its base, nor when the key says what is fetched, as method
 * and URL do.
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
  warnOnce(
    'SB_FETCH_REPLACED',
    `Endpoint "${used.name}" and a variant of it with another fetch share their data.`,
  );
}

/** Whether `variant` extends `base` and inherits its name and key. */
function inherits(variant: object, base: object): boolean {
  let at: object | null = variant;
  while (at !== null && at !== base) {
    if (Object.hasOwn(at, 'name') || Object.hasOwn(at, 'key')) return false;
    at = Object.getPrototypeOf(at) as object | null;
  }
  return at === base;
}
