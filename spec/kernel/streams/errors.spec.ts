import { retry } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { collect } from '../../support/collect.ts';
import { ann, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const read = new Endpoint(requests.send, { name: 'read' });
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });
const down = new Error('down');

beforeEach(() => {
  requests.sent.length = 0;
});

/** The error that browsers reject with when a request is aborted. */
function abortError(): Error {
  const error = new Error('aborted');
  error.name = 'AbortError';
  return error;
}

it('a view that fails is computed once, even after its result has expired', () => {
  class Dated extends Entity {
    id = '';
    at = '';
    static override key = 'Dated';
    static override schema = {
      at: () => {
        throw new Error('bad');
      },
    };
  }
  const { store, clock } = storeKit();
  const getDated = new Endpoint(requests.send, {
    name: 'getDated',
    schema: Dated,
    lookup: true,
    dataExpiryLength: 20,
  });
  const reader = collectStates(store.observe(getDated));
  requests.last.answer({ id: '1', at: 'x' });
  clock.advance(1_000);
  expect(reader.values).toEqual(['invalid fetching', 'valid failed: bad']);
  expect(store.stats().timers).toBe(0);
});

describe('a failed request', () => {
  it('is a state: the error, and no data', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(read));
    requests.last.fail(down);
    expect(reader.values).toEqual(['invalid fetching', 'valid failed: down']);
    expect(store.getState(read)).toMatchObject({
      error: down,
      errorPolicy: 'hard',
      data: undefined,
    });
  });

  it('keeps earlier data, and the error policy says which of the two to show', () => {
    const policies = [undefined, () => 'soft' as const, () => 'hard' as const, () => undefined];
    const states = policies.map((errorPolicy) => {
      const { store } = storeKit();
      const endpoint = read.extend({ errorPolicy });
      store.setResponse(endpoint, 'a');
      void store.fetch(endpoint);
      requests.last.fail(down);
      return store.getState(endpoint);
    });
    expect(states.map(({ data, error }) => [data, error])).toEqual(policies.map(() => ['a', down]));
    expect(states.map(({ errorPolicy }) => errorPolicy)).toEqual(['hard', 'soft', 'hard', 'hard']);
  });

  it('passes the error to the error policy, whose `this` is the endpoint', () => {
    const { store } = storeKit();
    const endpoint = read.extend({
      severity: 'soft' as const,
      errorPolicy(this: { severity: 'soft' }, error: unknown) {
        return error === down ? this.severity : 'hard';
      },
    });
    store.setError(endpoint, down);
    expect(store.getState(endpoint).errorPolicy).toBe('soft');
  });

  it('is cleared by the next success', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(read));
    requests.last.fail(down);
    void store.fetch(read);
    requests.last.answer('a');
    expect(reader.values.slice(-2)).toEqual(['valid failed: down fetching', 'valid a']);
    expect(store.getState(read)).toMatchObject({ error: undefined, errorPolicy: undefined });
  });

  it('is refetched for a new observer once the error has expired, and never for an existing one', () => {
    const { store, clock } = storeKit();
    collect(store.observe(read));
    requests.last.fail(down);
    clock.advance(1_000);
    collect(store.observe(read));
    expect(requests.count).toBe(1);
    clock.advance(100_000);
    expect(requests.count).toBe(1);
    collect(store.observe(read));
    expect(requests.count).toBe(2);
    requests.last.fail(down);
    clock.advance(100_000);
    expect(requests.count).toBe(2);
  });

  it('does not change other keys', () => {
    const { store } = storeKit();
    store.set(User, ann);
    const other = collectStates(store.observe(getUser, '1'));
    store.setError(getUser, '2', down);
    expect(other.values).toEqual(['valid Ann']);
  });

  it('of a known entity shows both error and data', () => {
    const { store } = storeKit();
    store.set(User, ann);
    const reader = collectStates(store.observe(getUser, '1'));
    void store.fetch(getUser, '1');
    requests.last.fail(down);
    expect(reader.values.at(-1)).toBe('valid Ann failed: down');
  });
});

describe('setError', () => {
  it('is as if the request had failed', () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    const reader = collectStates(store.observe(read));
    store.setError(read, down);
    expect(reader.values).toEqual(['valid a', 'valid a failed: down']);
  });

  it('accepts whatever was thrown', () => {
    const { store } = storeKit();
    const thrown = 'text' as unknown as Error;
    store.setError(read, thrown);
    expect(store.getState(read).error).toBeInstanceOf(Error);
  });
});

describe('an abort', () => {
  it('of a refetch is not an error: the data is kept', async () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    const reader = collectStates(store.observe(read));
    const fetched = store.fetch(read);
    requests.last.fail(abortError());
    await expect(fetched).rejects.toMatchObject({ name: 'AbortError' });
    expect(reader.values).toEqual(['valid a', 'valid a fetching', 'valid a']);
  });

  it('of a first request is an error, so that suspended components do not wait for ever', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(read));
    requests.last.fail(abortError());
    expect(reader.values).toEqual(['invalid fetching', 'valid failed: aborted']);
  });
});

describe('dataOrThrow$', () => {
  it('errors for a failure without data, and for its own subscriber only', () => {
    const { store } = storeKit();
    const read$ = store.observe(read);
    const strict = [collect(read$.dataOrThrow$), collect(read$.dataOrThrow$)];
    const lenient = collect(read$.data$);
    requests.last.fail(down);
    expect(strict.map(({ errors }) => errors)).toEqual([[down], [down]]);
    expect(lenient.errors).toEqual([]);
    expect(collect(read$.dataOrThrow$).errors).toEqual([down]);
    expect(requests.count).toBe(1);
  });

  it('continues after a failure if there is data', () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    const strict = collect(store.observe(read).dataOrThrow$);
    store.setError(read, down);
    store.setResponse(read, 'b');
    expect(strict.errors).toEqual([]);
    expect(strict.values).toEqual(['a', 'b']);
  });

  it('emits nothing while a failed request is repeated', () => {
    const { store, clock } = storeKit();
    store.setError(read, down);
    clock.advance(1_001);
    const strict = collect(store.observe(read).dataOrThrow$);
    expect(strict.errors).toEqual([]);
    requests.last.answer('a');
    expect(strict.values).toEqual(['a']);
  });

  it('sends one request for many subscribers that retry together', () => {
    const { store, clock } = storeKit();
    const readers = [1, 2, 3].map(() =>
      collect(
        store.observe(read).dataOrThrow$.pipe(retry({ delay: () => store.actions$, count: 9 })),
      ),
    );
    requests.last.fail(down);
    clock.advance(1_001);
    store.set(User, ann);
    expect(requests.count).toBe(2);
    requests.last.answer('a');
    expect(readers.map(({ values }) => values)).toEqual([['a'], ['a'], ['a']]);
  });
});
