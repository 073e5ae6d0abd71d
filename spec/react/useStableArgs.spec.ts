import { createStore } from '../../src/store/createStore.ts';
import type { Store } from '../../src/store/Store.ts';
import { Endpoint } from '../../src/endpoint/Endpoint.ts';
import { lookUpIfChanged, type LastLookUp } from '../../src/react/useStableArgs.ts';
import { type EndpointResource, endpointResourceOf } from '../../src/react/EndpointResource.ts';

const getUsers = new Endpoint(async (filter: object) => filter, { name: 'getUsers' });
const getPosts = new Endpoint(async (filter: object) => filter, { name: 'getPosts' });

const store = createStore();
let keyed: jest.SpiedFunction<typeof getUsers.key>;
let last: LastLookUp<typeof getUsers, EndpointResource> | undefined;

beforeEach(() => {
  keyed = jest.spyOn(getUsers, 'key');
  last = undefined;
});

afterEach(() => {
  keyed.mockRestore();
});

/** The reader that a hook finds. */
function find(within: Store, endpoint: typeof getUsers, args: readonly unknown[]): EndpointResource {
  // The cast holds: what the specs ask with makes a key.
  const lookUp = (): EndpointResource => endpointResourceOf(within.observe(endpoint, ...(args as [object])));
  last = lookUpIfChanged(last, lookUp, within, endpoint, args);
  return last.value;
}

/** The reader, and whether it had to be looked up. */
function render(...args: readonly unknown[]) {
  keyed.mockClear();
  const reader = find(store, getUsers, args);
  return { reader, isLookedUp: keyed.mock.calls.length > 0 };
}

describe('what a hook looked up', () => {
  it('is not looked up again for arguments that say the same', () => {
    const { reader } = render({ page: 1, text: 'a', all: true, from: null, to: undefined });
    expect(render({ page: 1, text: 'a', all: true, from: null, to: undefined })).toEqual({
      reader,
      isLookedUp: false,
    });
  });

  it.each([
    ['another value', { page: 2 }],
    ['one more', { page: 1, text: 'a' }],
    ['one less', {}],
    ['another name', { size: 1 }],
    ['a member in its place that says nothing', { size: undefined }],
    ['an array', [1]],
    ['a text', 'page'],
  ])('is another one for arguments with %s', (_name, other) => {
    const { reader } = render({ page: 1 });
    const next = render(other);
    expect(next.isLookedUp).toBe(true);
    expect(next.reader).not.toBe(reader);
  });

  it('is another one for another number of arguments', () => {
    const { reader } = render('a');
    expect(render('a', 'b').reader).not.toBe(reader);
    expect(render('a').reader).toBe(reader);
  });

  it('is another one for an object that its owner has changed', () => {
    const filter = { page: 1 };
    const { reader } = render(filter);
    filter.page = 2;
    expect(render(filter).reader).not.toBe(reader);
  });

  it('is looked up where objects are within objects, because they may have changed', () => {
    const filter = { where: { page: 1 } };
    const { reader } = render(filter);
    expect(render({ where: { page: 1 } })).toEqual({ reader, isLookedUp: true });
    filter.where.page = 2;
    expect(render(filter).reader).not.toBe(reader);
  });

  it('is another one for another endpoint or store', () => {
    const { reader } = render({ page: 1 });
    const args = [{ page: 1 }];
    expect(find(store, getPosts, args)).not.toBe(reader);
    expect(find(createStore(), getUsers, args)).not.toBe(reader);
    expect(find(store, getUsers, args)).toBe(reader);
  });
});
