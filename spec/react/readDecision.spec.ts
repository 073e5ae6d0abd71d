import type { EndpointState } from 'streambed';
import { firstRenderWaits, readDecision } from '../../src/react/suspense/readDecision.ts';

const state = (part: Partial<EndpointState<unknown>>): EndpointState<unknown> => ({
  status: 'valid',
  data: undefined,
  error: undefined,
  errorPolicy: undefined,
  fetching: false,
  optimistic: false,
  attempt: 0,
  fetchedAt: 0,
  expiresAt: 0,
  ...part,
});
const error = new Error('no');
const hard = { error, errorPolicy: 'hard' } as const;
const soft = { error, errorPolicy: 'soft' } as const;

describe.each([
  // the state, what a mounted component does, whether a first render waits all the same
  ['nothing', { status: 'invalid' }, 'wait', true],
  ['valid data', { data: 1 }, 'show', false],
  ['the response undefined', {}, 'show', false],
  ['the response null', { data: null }, 'show', false],
  ['stale data', { status: 'stale', data: 1 }, 'show', false],
  ['invalid data', { status: 'invalid', data: 1 }, 'show', true],
  ['a valid hard error', hard, 'throw', false],
  ['a valid hard error beside data', { ...hard, data: 1 }, 'throw', false],
  ['a valid soft error', soft, 'throw', false],
  ['a valid soft error beside data', { ...soft, data: 1 }, 'show', false],
  ['an expired error', { ...hard, status: 'invalid' }, 'throw', true],
  ['an expired hard error beside data', { ...hard, status: 'stale', data: 1 }, 'throw', true],
  ['an expired soft error beside data', { ...soft, status: 'stale', data: 1 }, 'show', false],
  ['an error during a refetch', { ...hard, fetching: true }, 'throw', true],
] as const)('a key with %s', (_name, part, decision, waits) => {
  it(`makes a mounted component ${decision}`, () => {
    expect(readDecision(state(part))).toBe(decision);
  });

  it(`${waits ? 'makes' : 'does not make'} a first render wait`, () => {
    expect(firstRenderWaits(state(part))).toBe(waits);
  });
});
