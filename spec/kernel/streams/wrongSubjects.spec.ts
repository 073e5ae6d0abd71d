import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { collect } from '../../support/collect.ts';
import { User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const create = new Endpoint(requests.send, { name: 'create', sideEffect: true });
const search = new RestEndpoint({ path: '/search', method: 'POST', sideEffect: undefined });

const notEndpoints = [
  ['undefined', undefined],
  ['null', null],
  ['a schema', User],
  ['a function', () => 1],
  ['a text', 'getUser'],
] as const;

const notSchemas = [
  ['undefined', undefined],
  ['an endpoint', create],
  ['a function', () => 1],
  ['a text', 'User'],
] as const;

const withCode = (code: string): Error => expect.objectContaining({ code }) as Error;

describe('a store that is given something else in place of an endpoint', () => {
  it.each(notEndpoints)('shows SB_ENDPOINT_INVALID: %s', async (_title, value) => {
    const { store } = storeKit();
    const endpoint = value as unknown as typeof create;
    const error = withCode('SB_ENDPOINT_INVALID');
    await expect(store.fetch(endpoint)).rejects.toEqual(error);
    await expect(store.fetchIfStale(endpoint as never)).rejects.toEqual(error);
    const states = collect(store.observe(endpoint as never));
    expect(states.values).toEqual([expect.objectContaining({ data: undefined, error })]);
    expect(store.getState(endpoint as never)).toMatchObject({ error });
  });
});

describe('a store that is given something else in place of a schema', () => {
  it.each(notSchemas)('throws SB_SCHEMA_EXPECTED: %s', (_title, value) => {
    const { store } = storeKit();
    const before = store.entities$.getValue();
    const schema = value as unknown as typeof User;
    const error = withCode('SB_SCHEMA_EXPECTED');
    expect(() => store.get(schema, '1')).toThrow(error);
    expect(() => store.query(schema, '1').getValue()).toThrow(error);
    expect(() => store.set(schema, { id: '1' })).toThrow(error);
    expect(store.entities$.getValue()).toBe(before);
  });
});

describe('a mutation that is observed', () => {
  it('sends nothing and shows SB_MUTATION_READ', () => {
    const { store } = storeKit();
    const error = withCode('SB_MUTATION_READ');
    expect(collect(store.observe(create as never)).values).toMatchObject([{ error }]);
    expect(requests.count).toBe(0);
  });

  it('has a state for code that only looks', () => {
    const { store } = storeKit();
    expect(store.getState(create as never)).toMatchObject({ status: 'invalid', error: undefined });
  });

  it('is a read if it says that it has no side effect', () => {
    const { store } = storeKit();
    expect(collect(store.observe(search)).values).toMatchObject([{ error: undefined }]);
  });
});
