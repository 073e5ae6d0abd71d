import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { All } from '../../../src/data/schema/All.ts';
import { ann, bob, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const plain = new Endpoint(requests.send, { name: 'users' });
const typed = new Endpoint(requests.send, { name: 'users', schema: [User] });

beforeEach(() => {
  requests.sent.length = 0;
});

describe('two endpoints with one key and different schemas', () => {
  it('never share data', () => {
    const { store } = storeKit();
    store.setResponse(plain, ['raw']);
    const reader = collectStates(store.observe(typed));
    requests.last.answer([ann]);
    expect(reader.values).toEqual(['invalid fetching', 'valid [Ann]']);
    expect(store.getState(plain).data).toEqual(['raw']);
    expect(store.getState(typed).data?.[0]).toBeInstanceOf(User);
  });

  it('have separate observables', () => {
    const { store } = storeKit();
    const readers = [collectStates(store.observe(plain)), collectStates(store.observe(typed))];
    requests.at(0).answer(['raw']);
    requests.at(1).answer([ann]);
    expect(readers.map(({ values }) => values.at(-1))).toEqual(['valid [raw]', 'valid [Ann]']);
    expect(store.observe(plain)).not.toBe(store.observe(typed));
  });

  it('have separate observables even before the first subscription', () => {
    const { store } = storeKit();
    const [plain$, typed$] = [store.observe(plain), store.observe(typed)];
    expect(store.observe(plain)).toBe(plain$);
    expect(store.observe(typed)).toBe(typed$);
    const reader = collectStates(typed$);
    requests.last.answer([ann]);
    expect(reader.values.at(-1)).toBe('valid [Ann]');
    expect(typed$.getValue().data?.[0]).toBeInstanceOf(User);
  });

  it('are both invalidated by invalidateAll of either', () => {
    const { store } = storeKit();
    store.setResponse(plain, ['raw']);
    store.setResponse(typed, [ann]);
    store.invalidateAll(typed);
    expect(store.getState(plain).status).toBe('invalid');
    expect(store.getState(typed).status).toBe('invalid');
  });

  it('keep their keys when the other is collected', () => {
    const { store, clock } = storeKit({ graceTime: 10, gcTime: 100 });
    collectStates(store.observe(plain)).stop();
    const [first] = requests.sent;
    const typed$ = store.observe(typed);
    const reader = collectStates(typed$);
    first.answer(['raw']);
    requests.last.answer([ann, bob]);
    clock.advance(10);
    clock.advance(101);
    collectStates(store.observe(new Endpoint(requests.send, { name: 'other' }))).stop();
    requests.last.answer('x');
    clock.advance(10);
    expect(store.getState(plain).status).toBe('invalid');
    const sent = requests.count;
    expect(store.observe(typed)).toBe(typed$);
    expect(collectStates(store.observe(typed)).values).toEqual(['valid [Ann Bob]']);
    expect(requests.count).toBe(sent);
    reader.stop();
  });
});

describe('endpoints with one key and equal schemas', () => {
  it.each([
    ['the same shorthand written twice', [User], [User]],
    ['the same object written twice', { a: User, page: '' }, { a: User, page: '' }],
    ['All of the same entity', new All(User), new All(User)],
    ['no schema', undefined, undefined],
  ])('share data and requests: %s', (_title, one, two) => {
    const { store } = storeKit();
    const endpoints = [one, two].map(
      (schema) => new Endpoint(requests.send, { name: 'shared', schema }),
    );
    const readers = endpoints.map((endpoint) => collectStates(store.observe(endpoint)));
    expect(requests.count).toBe(1);
    expect(readers).toHaveLength(2);
    expect(store.observe(endpoints[0])).toBe(store.observe(endpoints[1]));
  });
});

describe('arguments', () => {
  it('share a key if they are equal', () => {
    const { store } = storeKit();
    const read = new Endpoint(requests.send, { name: 'read' });
    collectStates(store.observe(read, { a: 1, b: 2, c: undefined }));
    collectStates(store.observe(read, { b: '2', a: '1' }));
    expect(requests.count).toBe(1);
  });

  it('that make no key are a failed state, not an exception', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(plain, () => {}));
    expect(reader.values).toHaveLength(1);
    expect(reader.values[0]).toMatch(/^valid failed: .*SB_KEY_UNSUPPORTED/);
    expect(store.getState(plain, () => {}).error).toMatchObject({ code: 'SB_KEY_UNSUPPORTED' });
    expect(requests.count).toBe(0);
  });

  it('with special names are ordinary', () => {
    const { store } = storeKit();
    const read = new Endpoint(requests.send, { name: '__proto__' });
    for (const id of ['__proto__', 'constructor', 'toString'])
      store.setResponse(read, id, `of ${id}`);
    for (const id of ['__proto__', 'constructor', 'toString']) {
      expect(store.getState(read, id).data).toBe(`of ${id}`);
    }
    expect(store.getState(read, 'valueOf').data).toBeUndefined();
  });
});
