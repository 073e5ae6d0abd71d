import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { StoreOptions } from '../../../src/kernel/store/StoreOptions.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const down = new Error('down');

/** The policy of a failure, in a store with these options, of an endpoint with this policy. */
function policyOf(options: StoreOptions, own?: () => 'soft' | 'hard' | undefined) {
  const { store } = storeKit(options);
  const read = new Endpoint(requests.send, { name: 'read', errorPolicy: own });
  store.setError(read, down);
  return store.getState(read).errorPolicy;
}

describe('the store option errorPolicy', () => {
  it('decides about the errors of endpoints that do not', () => {
    const errors: unknown[] = [];
    const errorPolicy = (error: unknown): 'soft' => {
      errors.push(error);
      return 'soft';
    };
    expect(policyOf({ errorPolicy })).toBe('soft');
    expect(policyOf({ errorPolicy }, () => undefined)).toBe('soft');
    expect(errors).toEqual([down, down]);
  });

  it('gives way to the endpoint', () => {
    expect(policyOf({ errorPolicy: () => 'soft' }, () => 'hard')).toBe('hard');
  });

  it('is hard by default, and if it returns nothing', () => {
    expect(policyOf({})).toBe('hard');
    expect(policyOf({ errorPolicy: () => undefined })).toBe('hard');
  });

  it('must be a function', () => {
    // The cast holds: JavaScript may pass anything.
    const errorPolicy = 'soft' as never;
    expect(() => createStore({ errorPolicy })).toThrow('errorPolicy is not a function');
  });
});
