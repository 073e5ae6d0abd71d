import { StreambedError } from '../shared/StreambedError.ts';
import { labelOf } from './labelOf.ts';
import { optionProblem } from './optionProblem.ts';

/** Options for which undefined is a value: no schema, no side effect. */
const meaningful = new Set<PropertyKey>(['schema', 'sideEffect']);

/**
 * Defines every own member of `options` on the endpoint, getters as getters. An undefined option
 * does not replace what the class provides, so optional options can be passed on. Throws
 * `SB_OPTION_INVALID` for an invalid value.
 */
export function addOptions(endpoint: { readonly name: string }, options: object): void {
  let problem: string | undefined;
  for (const member of Reflect.ownKeys(options)) {
    const descriptor = Object.getOwnPropertyDescriptor(options, member)!;
    const isValue = 'value' in descriptor;
    if (isValue && descriptor.value === undefined && isProvided(endpoint, member)) continue;
    // Getters are not checked: `descriptor.value` is undefined.
    problem ??= optionProblem(member, descriptor.value);
    // Options may be frozen, but class fields are defined later and must win.
    const freedom = isValue ? { configurable: true, writable: true } : { configurable: true };
    Object.defineProperty(endpoint, member, { ...descriptor, ...freedom });
  }
  if (problem === undefined) return;
  // Thrown last: the message needs the name.
  throw new StreambedError('SB_OPTION_INVALID', `${labelOf(endpoint)}: ${problem}.`);
}

function isProvided(endpoint: object, member: PropertyKey): boolean {
  if (meaningful.has(member)) return false;
  let at = Object.getPrototypeOf(endpoint) as object | null;
  // Endpoints are functions; the objects behind them in the chain are class prototypes.
  while (at && (typeof at === 'function' || !Object.hasOwn(at, member))) {
    at = Object.getPrototypeOf(at) as object | null;
  }
  return at !== null;
}
