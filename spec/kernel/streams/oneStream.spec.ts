import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { All } from '../../../src/data/schema/All.ts';
import { ann, bob, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { collect } from '../../support/collect.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const read = new Endpoint(requests.send, { name: 'read' });
const getUsers = new Endpoint(requests.send, { name: 'getUsers', schema: [User] });

beforeEach(() => {
  requests.sent.length = 0;
});

describe('a key that was collected while the program holds its observable', () => {
  function collected() {
    const kit = storeKit({ graceTime: 10, gcTime: 100 });
    const held$ = kit.store.observe(read);
    collect(held$).stop();
    requests.last.answer('a');
    kit.clock.advance(10);
    kit.clock.advance(101);
    expect(kit.store.stats().entries).toBe(0);
    requests.sent.length = 0;
    return { ...kit, held$ };
  }

  it('is one object and one request for all later observers', () => {
    const { store, held$ } = collected();
    const other$ = store.observe(read);
    expect(other$).toBe(held$);
    const [other, again] = [collectStates(other$), collectStates(held$)];
    expect(requests.count).toBe(1);
    requests.last.answer('b');
    expect(other.values).toEqual(['invalid fetching', 'valid b']);
    expect(again.values).toEqual(other.values);
    expect(store.stats()).toMatchObject({ entries: 1, subscribers: 2 });
  });

  it('shows what others fetched, also before it is observed again', async () => {
    const { store, held$ } = collected();
    expect(held$.getValue()).toMatchObject({ status: 'invalid', data: undefined });
    const fetched = store.fetch(read);
    requests.last.answer('b');
    await fetched;
    expect(held$.getValue().data).toBe('b');
    expect(store.getState(read)).toBe(held$.getValue());
  });

  it('is invalidated and collected again like any other', () => {
    const { store, clock, held$ } = collected();
    const reader = collectStates(held$);
    requests.last.answer('b');
    store.invalidate(read);
    expect(requests.count).toBe(2);
    requests.last.answer('c');
    expect(reader.values.at(-1)).toBe('valid c');
    reader.stop();
    clock.advance(10);
    clock.advance(101);
    expect(store.stats()).toMatchObject({ entries: 0, timers: 0 });
    expect(held$.getValue().data).toBeUndefined();
  });
});

describe('select', () => {
  it('is the stream of the key, read without fetching', () => {
    const { store } = storeKit();
    const selected = collect(store.select(getUsers));
    expect(requests.count).toBe(0);
    collectStates(store.observe(getUsers));
    requests.last.answer([ann]);
    expect(selected.values.at(-1)).toBe(store.observe(getUsers).getValue().data);
    expect(store.stats()).toMatchObject({ entries: 1, subscribers: 2 });
  });
});

describe('query', () => {
  it('returns the same observable for the same schema and args', () => {
    const { store, clock } = storeKit();
    const all = new All(User);
    const users$ = store.query(all);
    expect(store.query(all)).toBe(users$);
    collect(users$).stop();
    clock.advance(5_000);
    for (let i = 0; i < 200; i++) store.get(User, `${i}`);
    expect(store.query(all)).toBe(users$);
    const users = collect(users$);
    store.set(User, bob);
    expect(users.values.at(-1)).toBe(store.get(all));
  });

  it('has an observable for each set of arguments that name one primary key', () => {
    const { store } = storeKit();
    expect(store.query(User, { id: '1' })).not.toBe(store.query(User, { id: '1', name: 'Ann' }));
    expect(store.query(User, { id: '1' })).toBe(store.query(User, { id: 1 }));
  });

  it('fails for arguments that make no key when it is read, not before', () => {
    const { store } = storeKit();
    const query$ = store.query(User, (() => {}) as never);
    const failed = { code: 'SB_KEY_UNSUPPORTED' };
    expect(() => query$.getValue()).toThrow(expect.objectContaining(failed));
    expect(collect(query$).errors).toMatchObject([failed]);
    expect(store.stats().subscribers).toBe(0);
  });
});
