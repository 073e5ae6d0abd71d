/** What can go wrong with a request before it has had an effect. */
const before = ['resetBefore', 'busy', 'down', 'broken'] as const;

/** What can go wrong with the answer. */
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

/** What a server does to a request on purpose. */
export type Fault = 'none' | 'redirect' | (typeof before)[number] | (typeof after)[number];

/** The faults that make sense for a method. */
export function faultsOf(method: string): readonly Fault[] {
  // A redirect has clients send the same request twice.
  return method === 'GET' ? [...before, ...after, 'redirect'] : [...before, ...after];
}
