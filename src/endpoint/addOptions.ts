import { StreambedError } from '../shared/StreambedError.ts';

/** Members for which undefined says something: no schema, no side effect. */
const meaningful = new Set<PropertyKey>(['schema', 'sideEffect']);

/** Options that are times in ms, and whether zero makes sense for them. */
const times = new Map<string, 'zero' | 'positive'>([
  ['dataExpiryLength', 'zero'],
  ['errorExpiryLength', 'zero'],
  ['pollFrequency', 'positive'],
  ['timeout', 'positive'],
]);

/**
 * Defines every own member of `options` on the endpoint, getters as getters. An option that is undefined leaves what the
 * class provides, so that optional options can be passed on. Throws `SB_OPTION_INVALID` for times that are not numbers
 * from zero to Infinity (`pollFrequency`, `timeout`: above zero).
 */
export function addOptions(endpoint: { readonly name: string }, options: object): void {
  for (const member of Reflect.ownKeys(options)) {
    const descriptor = Object.getOwnPropertyDescriptor(options, member)!;
    const isValue = 'value' in descriptor;
    if (isValue && descriptor.value === undefined && isProvided(endpoint, member)) continue;
    // Options may be frozen; class fields are defined after them and have to win.
    const freedom = isValue ? { configurable: true, writable: true } : { configurable: true };
    Object.defineProperty(endpoint, member, { ...descriptor, ...freedom });
  }
  // Last, so that the message has the name; getters are left alone.
  for (const [member, least] of times) {
    const value: unknown = Object.getOwnPropertyDescriptor(options, member)?.value;
    if (value !== undefined && !isTime(value, least)) {
      const shown = typeof value === 'number' ? value : `a value of type ${typeof value}`;
      const who = endpoint.name ? `Endpoint "${endpoint.name}"` : 'An endpoint';
      throw new StreambedError('SB_OPTION_INVALID', `${who}: ${member} is ${shown}.`);
    }
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

function isTime(value: unknown, least: 'zero' | 'positive'): boolean {
  return typeof value === 'number' && (least === 'zero' ? value >= 0 : value > 0);
}
