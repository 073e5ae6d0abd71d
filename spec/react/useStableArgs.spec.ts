import { createStore } from '../../src/store/createStore.ts';
import type { Store } from '../../src/store/Store.ts';
import { Endpoint } from '../../src/endpoint/Endpoint.ts';
import { lookUpIfChanged, type LastLookUp } from '../../src/react/useStableArgs.ts';
import {
  type EndpointResource,
  endpointResourceOf,
} from '../../src/react/suspense/EndpointResource.ts';

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

/** The resource that a hook finds. */
function find(
  within: Store,
  endpoint: typeof getUsers,
  args: readonly unknown[],
): EndpointResource {
  last = lookUpIfChanged(last, endpointResourceOf, within, endpoint, args);
  return last.value;
}

/** The resource, and whether it was looked up. */
function render(...args: readonly unknown[]) {
  keyed.mockClear();
  const resource = find(store, getUsers, args);
  return { resource, isLookedUp: keyed.mock.calls.length > 0 };
}

describe('a look-up by store, endpoint and arguments', () => {
  it('is reused for equal arguments', () => {
    const { resource } = render({ page: 1, text: 'a', all: true, from: null, to: undefined });
    expect(render({ page: 1, text: 'a', all: true, from: null, to: undefined })).toEqual({
      resource,
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
    const { resource } = render({ page: 1 });
    const next = render(other);
    expect(next.isLookedUp).toBe(true);
    expect(next.resource).not.toBe(resource);
  });

  it('is repeated for another number of arguments', () => {
    const { resource } = render('a');
    expect(render('a', 'b').resource).not.toBe(resource);
    expect(render('a').resource).toBe(resource);
  });

  it('is repeated for an object that its owner has changed', () => {
    const filter = { page: 1 };
    const { resource } = render(filter);
    filter.page = 2;
    expect(render(filter).resource).not.toBe(resource);
  });

  it('is always repeated for nested objects, because they may have changed', () => {
    const filter = { where: { page: 1 } };
    const { resource } = render(filter);
    expect(render({ where: { page: 1 } })).toEqual({ resource, isLookedUp: true });
    filter.where.page = 2;
    expect(render(filter).resource).not.toBe(resource);
  });

  it('is repeated for another endpoint or store', () => {
    const { resource } = render({ page: 1 });
    const args = [{ page: 1 }];
    expect(find(store, getPosts, args)).not.toBe(resource);
    expect(find(createStore(), getUsers, args)).not.toBe(resource);
    expect(find(store, getUsers, args)).toBe(resource);
  });
});
