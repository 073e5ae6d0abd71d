import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { inspect } from '../../../src/tools/inspect/inspect.ts';
import type { StoreOptions } from '../../../src/kernel/store/StoreOptions.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';
import { Post, User } from '../../support/entities.ts';

/** An inspected store with manual time, and endpoints whose requests the spec responds to. */
export function inspectedStore(options: StoreOptions = {}) {
  const kit = storeKit({ dataExpiryLength: 1_000, errorExpiryLength: 100, ...options });
  const inspector = inspect(kit.store);
  const requests = new FakeRequests();
  const { send } = requests;
  const getUser = new Endpoint(send, { name: 'getUser', schema: User, lookup: true });
  const getUsers = new Endpoint(send, { name: 'getUsers', schema: [User] });
  const getPosts = new Endpoint(send, { name: 'getPosts', schema: [Post] });
  const rename = new Endpoint(send, {
    name: 'rename',
    schema: User,
    sideEffect: true,
    getOptimisticResponse: (_, user) => user,
  });
  const removeUser = new Endpoint(send, {
    name: 'removeUser',
    schema: new Invalidate(User),
    sideEffect: true,
  });
  const endpoints = { getPosts, getUser, getUsers, removeUser, rename };
  return { ...kit, ...endpoints, inspector, recording: inspector.record(), requests };
}

/** Lets promises settle. */
export function flush(): Promise<void> {
  return new Promise((done) => {
    setImmediate(done);
  });
}
