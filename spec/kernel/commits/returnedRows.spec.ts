import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { ann, bob, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

class Article extends Entity {
  slug = '';
  title = '';
  static override readonly key = 'Article';
  override pk(): string {
    return this.slug;
  }
}

const requests = new FakeRequests();
const getUser = new Endpoint((_args: { id: string }) => requests.send(_args), {
  name: 'getUser',
  schema: User,
});
const getUsers = new Endpoint(() => requests.send(), { name: 'getUsers', schema: [User] });
const getNames = new Endpoint(() => requests.send(), { name: 'getNames', schema: [User] });
const getArticles = new Endpoint(() => requests.send(), {
  name: 'getArticles',
  schema: [Article],
});

const one = { id: '1' };
const removeUser = new Invalidate(User);

beforeEach(() => {
  requests.sent.length = 0;
});

describe('an entity that comes back with fewer members', () => {
  function removeAnn() {
    const kit = storeKit();
    kit.store.setResponse(getUser, one, ann);
    kit.store.setResponse(getUsers, [ann, bob]);
    kit.store.setResponse(getUser, { id: '2' }, bob);
    kit.store.set(removeUser, one);
    return kit.store;
  }

  it('makes results stale that have shown it before its removal', () => {
    const store = removeAnn();
    store.setResponse(getNames, [{ id: '1', name: 'Ann' }]);
    expect(store.getState(getUser, one)).toMatchObject({ status: 'stale', data: { email: '' } });
    expect(store.getState(getUsers).status).toBe('stale');
    expect(store.getState(getNames).status).toBe('valid');
    expect(store.getState(getUser, { id: '2' }).status).toBe('valid');
  });

  it('has these fetched once for their observers', () => {
    const store = removeAnn();
    store.observe(getUsers).subscribe();
    store.set(User, { id: '1', name: 'Ann' });
    expect(requests.count).toBe(1);
    requests.last.answer([ann, bob]);
    expect(requests.count).toBe(1);
    expect(store.getState(getUsers).status).toBe('valid');
  });

  it('leaves requests as they are that were sent after the removal', () => {
    const store = removeAnn();
    store.observe(getUser, one).subscribe();
    store.set(User, { id: '1', name: 'Ann' });
    expect(requests.count).toBe(1);
    requests.last.answer(ann);
    expect(requests.count).toBe(1);
    expect(store.getState(getUser, one)).toMatchObject({ status: 'valid', data: ann });
  });

  it('leaves all results valid if it has all of its members', () => {
    const store = removeAnn();
    store.set(User, ann);
    expect(store.getState(getUser, one)).toMatchObject({ status: 'valid', data: ann });
    expect(store.getState(getUsers).status).toBe('valid');
  });

  it('leaves results valid whose request failed after its removal, but before that of another one', () => {
    const { store } = storeKit();
    const soft = getUser.extend({ name: 'getSoftly', errorPolicy: () => 'soft' as const });
    store.setResponse(soft, one, ann);
    store.set(User, bob);
    store.set(removeUser, one);
    store.setError(soft, one, new Error('not found'));
    store.set(removeUser, { id: '2' });
    store.set([User], [one, { id: '2' }]);
    expect(store.getState(soft, one).status).toBe('valid');
  });

  it('is in one commit with the expiry', () => {
    const store = removeAnn();
    const states: string[] = [];
    store.observe(getUsers).subscribe(({ data, status }) => {
      states.push(`${status} ${data?.map(({ email }) => email).join()}`);
    });
    states.length = 0;
    store.set(User, { id: '1', name: 'Ann' });
    expect(states).toEqual([`stale ,${bob.email}`]);
  });
});

it('an entity with the former primary key of another one takes its place in no valid result', () => {
  const { store } = storeKit();
  const update = new Endpoint((_args: { slug: string }) => requests.send(_args), {
    name: 'updateArticle',
    schema: Article,
    sideEffect: true,
    lookup: true,
  });
  store.setResponse(getArticles, [{ slug: 'a', title: 'First' }]);
  store.setResponse(update, { slug: 'a' }, { slug: 'b', title: 'First' });
  expect(store.getState(getArticles)).toMatchObject({ status: 'valid', data: [{ slug: 'b' }] });
  store.set(Article, { slug: 'a', title: 'Second' });
  expect(store.getState(getArticles).status).toBe('stale');
});
