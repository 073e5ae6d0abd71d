import { SB_OPTION_INVALID } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { optionProblem } from './optionProblem.ts';

/** Members for which undefined says something: no schema, no side effect. */
const meaningful = new Set<PropertyKey>(['schema', 'sideEffect']);

/** Options whose values are checked. */
const checked = [
  'dataExpiryLength',
  'errorExpiryLength',
  'pollFrequency',
  'timeout',
  'retry',
  'signal',
];

/**
 * Defines every own member of `options` on the endpoint, getters as getters. An option that is undefined leaves what the
 * class provides, so that optional options can be passed on. Throws `SB_OPTION_INVALID` for options whose value
 * cannot be used.
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
  for (const member of checked) {
    const problem = optionProblem(member, Object.getOwnPropertyDescriptor(options, member)?.value);
    if (problem === undefined) continue;
    const who = endpoint.name ? `Endpoint "${endpoint.name}"` : 'An endpoint';
    throw new StreambedError(SB_OPTION_INVALID, `${who}: ${problem}.`);
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
