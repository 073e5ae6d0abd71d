import { createStore } from '../../src/kernel/store/createStore.ts';
import type { Store } from '../../src/kernel/store/Store.ts';
import { Endpoint } from '../../src/data/endpoint/Endpoint.ts';
import { type HookObserver, observerFor } from '../../src/react/suspense/HookObserver.ts';
import type { EndpointStream } from '../../src/kernel/streams/EndpointStream.ts';

const getUsers = new Endpoint(async (filter: object) => filter, { name: 'getUsers' });
const getPosts = new Endpoint(async (filter: object) => filter, { name: 'getPosts' });

const store = createStore();
let observed: jest.SpiedFunction<Store['observe']>;
let last: HookObserver | undefined;

beforeEach(() => {
  observed = jest.spyOn(store, 'observe');
  last = undefined;
});

afterEach(() => {
  observed.mockRestore();
});

/** The stream that a hook finds. */
function find(within: Store, endpoint: typeof getUsers, args: readonly unknown[]): EndpointStream {
  last = observerFor(last, within, endpoint, args, 'wants');
  return last.stream;
}

/** The stream, and whether it was looked up. */
function render(...args: readonly unknown[]) {
  observed.mockClear();
  const stream = find(store, getUsers, args);
  return { stream, isLookedUp: observed.mock.calls.length > 0 };
}

describe('a look-up by store, endpoint and arguments', () => {
  it('is reused for equal arguments', () => {
    const { stream } = render({ page: 1, text: 'a', all: true, from: null, to: undefined });
    expect(render({ page: 1, text: 'a', all: true, from: null, to: undefined })).toEqual({
      stream,
      isLookedUp: false,
    });
  });

  it.each([
    ['another value', { page: 2 }],
    ['one more member', { page: 1, text: 'a' }],
    ['one member less', {}],
    ['another member name', { size: 1 }],
    ['an undefined member in its place', { size: undefined }],
    ['an array', [1]],
    ['a text', 'page'],
  ])('is repeated for arguments with %s', (_name, other) => {
    const { stream } = render({ page: 1 });
    const next = render(other);
    expect(next.isLookedUp).toBe(true);
    expect(next.stream).not.toBe(stream);
  });

  it('is repeated for another number of arguments', () => {
    const { stream } = render('a');
    expect(render('a', 'b').stream).not.toBe(stream);
    expect(render('a').stream).toBe(stream);
  });

  it('is repeated for an object that its owner has changed', () => {
    const filter = { page: 1 };
    const { stream } = render(filter);
    filter.page = 2;
    expect(render(filter).stream).not.toBe(stream);
  });

  it('is always repeated for nested objects, because they may have changed', () => {
    const filter = { where: { page: 1 } };
    const { stream } = render(filter);
    expect(render({ where: { page: 1 } })).toEqual({ stream, isLookedUp: true });
    filter.where.page = 2;
    expect(render(filter).stream).not.toBe(stream);
  });

  it('is repeated for another endpoint or store', () => {
    const { stream } = render({ page: 1 });
    const args = [{ page: 1 }];
    expect(find(store, getPosts, args)).not.toBe(stream);
    expect(find(createStore(), getUsers, args)).not.toBe(stream);
    expect(find(store, getUsers, args)).toBe(stream);
  });
});
