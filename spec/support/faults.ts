/** Faults before a request has had an effect. */
const before = ['resetBefore', 'busy', 'down', 'broken'] as const;

/** Faults of the response. */
const after = [
  'delay',
  'hang',
  'resetAfter',
  'resetInBody',
  'truncated',
  'wrongType',
  'page',
  'brokenJson',
  'empty',
  'bomb',
] as const;

/** A deliberate fault of a server. */
export type Fault = 'none' | 'redirect' | (typeof before)[number] | (typeof after)[number];

/** The faults that are possible for a method. */
export function faultsOf(method: string): readonly Fault[] {
  // A redirect makes clients send the same request twice.
  return method === 'GET' ? [...before, ...after, 'redirect'] : [...before, ...after];
}
