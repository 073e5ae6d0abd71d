import { StreambedError } from '../shared/StreambedError.ts';

/** Members for which undefined says something: no schema, no side effect. */
const meaningful = new Set<PropertyKey>(['schema', 'sideEffect']);

/** Options that are times in ms, and whether zero makes sense for them. */
const times = new Map<PropertyKey, 'zero' | 'positive'>([
  ['dataExpiryLength', 'zero'],
  ['errorExpiryLength', 'zero'],
  ['pollFrequency', 'positive'],
  ['timeout', 'positive'],
]);

/**
 * Defines every own member of `options` on the endpoint, getters as getters. An option that is undefined leaves what the
 * class provides, so that optional options can be passed on. Throws `SB_OPTION_INVALID` for times that
 * are not numbers from zero to Infinity (`pollFrequency`, `timeout`: above zero).
 */
export function addOptions(endpoint: { readonly name: string }, options: object): void {
  const descriptors = new Map(
    Reflect.ownKeys(options).map((member) => [
      member,
      Object.getOwnPropertyDescriptor(options, member)!,
    ]),
  );
  // A getter for the name may need the options that are still to come.
  const name = (descriptors.get('name')?.value as string | undefined) ?? endpoint.name;
  for (const [member, descriptor] of descriptors) {
    const isValue = 'value' in descriptor;
    if (isValue && descriptor.value === undefined && isProvided(endpoint, member)) continue;
    if (isValue && times.has(member)) checkTime(member, descriptor.value, name);
    // Options may be frozen; class fields are defined after them and have to win.
    const freedom = isValue ? { configurable: true, writable: true } : { configurable: true };
    Object.defineProperty(endpoint, member, { ...descriptor, ...freedom });
  }
}

function isProvided(endpoint: object, member: PropertyKey): boolean {
  if (meaningful.has(member)) return false;
  let at = Object.getPrototypeOf(endpoint) as object | null;
  // Endpoints are functions; the objects behind them are the prototypes of classes.
  while (at && (typeof at === 'function' || !Object.hasOwn(at, member))) {
    at = Object.getPrototypeOf(at) as object | null;
  }
  return at !== null;
}

function checkTime(member: PropertyKey, value: unknown, name: string): void {
  if (value === undefined) return;
  if (typeof value === 'number' && (times.get(member) === 'zero' ? value >= 0 : value > 0)) return;
  const shown = typeof value === 'number' ? value : `a ${typeof value}`;
  throw new StreambedError(
    'SB_OPTION_INVALID',
    `${name ? `Endpoint "${name}"` : 'An endpoint'}: ${String(member)} is ${shown}.`,
  );
}
