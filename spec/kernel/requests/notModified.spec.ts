import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { collect } from '../../support/collect.ts';
import { ann, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const getUser = new Endpoint(requests.send, {
  name: 'getUser',
  schema: User,
  lookup: true,
  dataExpiryLength: 1_000,
});
const notModified = Object.assign(new Error('not modified'), { status: 304 });
const down = new Error('down');

beforeEach(() => {
  requests.sent.length = 0;
});

/** A store whose observed user was fetched. */
function shown() {
  const kit = storeKit();
  const user$ = kit.store.observe(getUser, '1');
  const states = collectStates(user$);
  const users = collect(user$.data$);
  requests.last.answer(ann);
  states.values.length = users.values.length = 0;
  return { ...kit, user$, states, users };
}

describe('a response "not modified"', () => {
  it('keeps the data, emits no other, and makes it fresh again', async () => {
    const { clock, states, store, user$, users } = shown();
    clock.advance(5_000);
    const fetched = user$.refetch();
    requests.last.fail(notModified);
    expect(await fetched).toBe(store.get(User, '1'));
    const { error, expiresAt, status } = user$.getValue();
    expect([status, error, expiresAt]).toEqual(['valid', undefined, clock.now() + 1_000]);
    expect(users.values).toEqual([]);
    expect(states.values.at(-1)).toMatch(/^valid/);
    clock.advance(2_000);
    expect(user$.getValue().status).toBe('stale');
  });

  it('ends an earlier error', () => {
    const { user$ } = shown();
    void user$.refetch().catch(() => {});
    requests.last.fail(down);
    expect(user$.getValue()).toMatchObject({ error: down });
    void user$.refetch();
    requests.last.fail(notModified);
    expect(user$.getValue()).toMatchObject({ status: 'valid', error: undefined });
  });

  it('ends the refetch of data that was expired by a call', () => {
    const { store, user$ } = shown();
    store.expireAll(getUser.extend({ testKey: () => true }));
    expect(requests.count).toBe(2);
    requests.last.fail(notModified);
    expect(user$.getValue()).toMatchObject({ status: 'valid', error: undefined, fetching: false });
    expect(requests.count).toBe(2);
  });

  it('is an error without data: at first, after an invalidation, after a reset', async () => {
    const { store } = storeKit();
    const user$ = store.observe(getUser, '1');
    const states = collectStates(user$);
    requests.last.fail(notModified);
    expect(user$.getValue()).toMatchObject({ data: undefined, error: notModified });
    void user$.refetch();
    requests.last.answer(ann);
    store.invalidate(getUser, '1');
    requests.last.fail(notModified);
    expect(user$.getValue()).toMatchObject({ data: undefined, error: notModified });
    await store.reset();
    requests.last.fail(notModified);
    expect(user$.getValue()).toMatchObject({ data: undefined, error: notModified });
    expect(states.values.at(-1)).toBe('valid failed: not modified');
  });

  it('to a request from before an invalidation changes nothing', () => {
    const { store, user$ } = shown();
    void user$.refetch().catch(() => {});
    store.invalidate(getUser, '1');
    requests.at(1).fail(notModified);
    expect(user$.getValue()).toMatchObject({ status: 'invalid', data: undefined, fetching: true });
    requests.last.answer(ann);
    expect(user$.getValue()).toMatchObject({ status: 'valid', data: { name: ann.name } });
  });

  it('keeps what was written since, and what a pending mutation shows', () => {
    const { store, user$ } = shown();
    const rename = new Endpoint(requests.send, {
      name: 'rename',
      schema: User,
      sideEffect: true,
      getOptimisticResponse: () => ({ id: '1', name: 'Cid' }),
    });
    store.set(User, { id: '1' }, { id: '1', name: 'Bea' });
    void store.fetch(rename).catch(() => {});
    void user$.refetch();
    requests.last.fail(notModified);
    expect(user$.getValue()).toMatchObject({ status: 'valid', data: { name: 'Cid' } });
    requests.at(1).fail(down);
    expect(user$.getValue()).toMatchObject({ status: 'valid', data: { name: 'Bea' } });
  });

  it('reaches the store through interceptors and is not retried', async () => {
    const { store } = storeKit({ interceptors: [(request, next) => next(request)], retry: 3 });
    const sent: unknown[] = [];
    const get = new RestEndpoint({
      path: '/users/:id',
      schema: User,
      process: (value: unknown) => ({ ...(value as object), name: 'processed' }),
      fetchResponse: async (_url, { headers }) => {
        sent.push(headers);
        return sent.length > 1 ? new Response(null, { status: 304 }) : Response.json(ann);
      },
    });
    await store.fetch(get, { id: '1' });
    expect((await store.fetch(get, { id: '1' })).name).toBe('processed');
    expect(store.getState(get, { id: '1' }).status).toBe('valid');
    expect(sent).toHaveLength(2);
  });
});
