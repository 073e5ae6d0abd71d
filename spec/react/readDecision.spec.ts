import type { EndpointState } from 'streambed';
import { firstRenderWaits, readDecision } from '../../src/react/readDecision.ts';

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
  // what there is, what a reader does, whether a first render waits although there is something
  ['nothing', { status: 'invalid' }, 'wait', true],
  ['valid data', { data: 1 }, 'show', false],
  ['an answer of undefined', {}, 'show', false],
  ['an answer of null', { data: null }, 'show', false],
  ['stale data', { status: 'stale', data: 1 }, 'show', false],
  ['data that must not be shown any more', { status: 'invalid', data: 1 }, 'show', true],
  ['a valid hard error', hard, 'throw', false],
  ['a valid hard error beside data', { ...hard, data: 1 }, 'throw', false],
  ['a valid soft error', soft, 'throw', false],
  ['a valid soft error beside data', { ...soft, data: 1 }, 'show', false],
  ['an expired error', { ...hard, status: 'invalid' }, 'throw', true],
  ['an expired hard error beside data', { ...hard, status: 'stale', data: 1 }, 'throw', true],
  ['an expired soft error beside data', { ...soft, status: 'stale', data: 1 }, 'show', false],
  ['an error that is asked for again', { ...hard, fetching: true }, 'throw', true],
] as const)('a key with %s', (_name, part, decision, waits) => {
  it(`has a reader that is there ${decision}`, () => {
    expect(readDecision(state(part))).toBe(decision);
  });

  it(`${waits ? 'has' : 'does not have'} a first render wait`, () => {
    expect(firstRenderWaits(state(part))).toBe(waits);
  });
});
