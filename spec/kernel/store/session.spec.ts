import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { All } from '../../../src/data/schema/All.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { collect } from '../../support/collect.ts';
import { ann, bob, cid, Post, User } from '../../support/entities.ts';
import { exposedGc } from '../../support/exposedGc.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const getPost = new Endpoint(requests.send, { name: 'getPost', schema: Post, lookup: true });
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });
const getUsers = new Endpoint(requests.send, { name: 'getUsers', schema: { users: [User] } });
const getText = new Endpoint(requests.send, { name: 'getText' });

const collectGarbage = exposedGc();

/** Every way to read the data of a session, without keeping it. */
const waysToRead: Record<string, (store: Store) => object[]> = {
  'the data of a key that is observed': (store) => {
    store.observe(getPost, 'p').subscribe();
    const { data } = store.getState(getPost, 'p');
    return [data!, data!.author!];
  },
  'the data of a key that is observed and was inferred': (store) => {
    store.observe(getUser, '1').subscribe();
    return [store.getState(getUser, '1').data!];
  },
  'the state and the data of an unobserved key': (store) => {
    const state = store.getState(getUsers);
    return [state, state.data!, ...state.data!.users];
  },
  'the data of a key that was left a moment ago': (store) => {
    store.observe(getUsers).subscribe().unsubscribe();
    return [store.getState(getUsers).data!];
  },
  'the state of a key that was only looked at': (store) => {
    const state = store.getState(getUser, '2');
    return [state, state.data!];
  },
  'an answer without a schema': (store) => [store.getState(getText).data as object],
  'a failure': (store) => [store.getState(getText, 'failed').error!],
  'what a query shows': (store) => {
    const users = collect(store.query(new All(User)));
    const seen = users.values.map((all) => all!);
    users.values.length = 0;
    return [seen[0], ...seen[0]];
  },
  'what a query showed that was left a moment ago': (store) => {
    const users = collect(store.query({ user: User, posts: new All(Post) }, '3'));
    users.stop();
    const value = users.values[0]!;
    users.values.length = 0;
    return [value, value.user as User];
  },
  'what was read for the moment': (store) => [store.get(User, '3')!, store.get(new All(Post))!],
  'a selection': (store) => {
    const selected = collect(store.select(getPost, 'p'));
    const [data] = selected.values;
    selected.values.length = 0;
    return [data!];
  },
  'the snapshot and its records': (store) => {
    const table = store.entities$.getValue();
    return [table, table.get('User', '1')!, table.get('Post', 'p')!];
  },
};

describe('after reset() the store does not contain', () => {
  it.each(Object.keys(waysToRead))('%s', async (name) => {
    const { store } = storeKit();
    const seen = (() => {
      store.set(
        [User],
        [ann, bob, cid].map((user) => ({ ...user })),
      );
      store.setResponse(getPost, 'p', { id: 'p', title: 'T', author: { ...ann } });
      store.setResponse(getUsers, { users: [{ ...ann }, { ...bob }] });
      store.setResponse(getText, { text: 'secret' });
      store.setError(getText, 'failed', new Error('secret'));
      return waysToRead[name](store).map((value) => new WeakRef(value));
    })();
    await store.reset();
    for (let turn = 0; turn < 2; turn++) {
      await new Promise(setImmediate);
      collectGarbage();
    }
    expect(seen.map((ref) => ref.deref())).toEqual(seen.map(() => undefined));
  });

  it('inactive keys', async () => {
    const { store, clock } = storeKit();
    store.setResponse(getText, 'a');
    store.observe(getPost, 'p').subscribe();
    store.observe(getUser, '1').subscribe().unsubscribe();
    clock.advance(5_000);
    store.setResponse(getUsers, { users: [] });
    await store.reset();
    // The key of the ended request and the key that was set are still in their grace time.
    expect(store.stats().entries).toBe(2);
    clock.advance(5_000);
    clock.advance(300_000);
    expect(store.stats().entries).toBe(1);
  });
});
