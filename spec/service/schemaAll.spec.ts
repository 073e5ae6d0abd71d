import { Entity, RestEndpoint, schema } from 'streambed';
import { getFeed } from '../../stories/resources/getFeed.ts';
import { getFeedByFunction } from '../../stories/resources/getFeedByFunction.ts';
import { getMixedFeed } from '../../stories/resources/getMixedFeed.ts';
import { getUsers } from '../../stories/resources/getUsers.ts';
import { Link } from '../../stories/resources/Link.ts';
import { Post } from '../../stories/resources/Post.ts';
import { User } from '../../stories/resources/User.ts';
import { ManualClock } from '../support/ManualClock.ts';
import { serviceApi } from '../support/serviceApi.ts';

const service = serviceApi();

describe('service §1: what the service does', () => {
  it('1: a declared endpoint with a schema gives data of that shape', async () => {
    const users = await service.store().fetch(getUsers);
    expect(users.length).toBeGreaterThan(0);
    expect(users.every((user) => user instanceof User)).toBe(true);
  });

  it('2: schema.All returns all entities of a class in the cache, as an array', async () => {
    const store = service.store();
    await store.fetch(getUsers);
    store.set(User, { id: 'extra', name: 'Not from the list' });
    const all = store.get(new schema.All(User));
    expect(Array.isArray(all)).toBe(true);
    expect(all?.at(-1)).toEqual({ id: 'extra', name: 'Not from the list' });
  });

  it('2: schema.All describes a response that is an array of entities', async () => {
    const store = service.store();
    const users = await store.fetch(getUsers);
    expect(users.map(({ id }) => id)).toEqual(service.api().state.data.users.map(({ id }) => id));
  });

  it('4: stale data is shown during a refetch, and the expiry can be configured', async () => {
    const clock = new ManualClock();
    const store = service.store({ scheduler: clock });
    const briefly = getUsers.extend({ dataExpiryLength: 10 });
    await store.fetch(briefly);
    expect(store.getState(briefly).status).toBe('valid');
    clock.advance(11);
    expect(store.getState(briefly)).toMatchObject({ status: 'stale' });
    expect(store.getState(briefly).data?.length).toBeGreaterThan(0);
  });

  it('5: identical fetches are one request', async () => {
    const store = service.store();
    await Promise.all([store.fetch(getUsers), store.fetch(getUsers), store.fetch(getUsers)]);
    expect(service.requests('GET /users')).toBe(1);
  });
});

/** Unmapped types are warned about once, in development. */
const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
afterAll(() => warn.mockRestore());

describe('service §2.1: schema.All', () => {
  it('takes a single entity', async () => {
    const all = new schema.All(User);
    const store = service.store();
    store.set(all, [{ id: '1', name: 'Ann' }]);
    expect(store.get(all)?.[0]).toBeInstanceOf(User);
  });

  it('requires schemaAttribute for a mapping', () => {
    // @ts-expect-error a mapping needs a schemaAttribute
    expect(() => new schema.All({ link: Link, post: Post })).toThrow(/SB_SCHEMA_INVALID/);
  });

  it('calls a schemaAttribute function with the item, the object that holds the array, and its key', async () => {
    const calls: unknown[][] = [];
    const all = new schema.All({ link: Link, post: Post }, (value, parent, key) => {
      calls.push([value, parent, key]);
      return value.type;
    });
    const store = service.store();
    const page = { items: [{ id: 1, type: 'link', url: 'u', title: 't' }], total: 1 };
    const getPage = new RestEndpoint({ path: '/page', schema: { items: all, total: 0 } });
    store.setResponse(getPage, page);
    expect(calls).toEqual([[page.items[0], page, 'items']]);
  });

  it('define() merges into the definition given to the constructor', async () => {
    const all = new schema.All({ link: Link }, 'type');
    all.define({ post: Post });
    const store = service.store();
    const feed = await store.fetch(new RestEndpoint({ path: '/feed', schema: all }));
    expect(new Set(feed.map((item) => item.constructor))).toEqual(new Set([Link, Post]));
  });

  it('define() allows schemas that refer to each other', () => {
    class Folder extends Entity {
      id = '';
      kind = 'folder' as const;
      children: readonly unknown[] = [];
      static override key = 'Folder';
    }
    class Leaf extends Entity {
      id = '';
      kind = 'leaf' as const;
      static override key = 'Leaf';
    }
    const children = new schema.Array({ leaf: Leaf }, 'kind');
    children.define({ folder: Folder });
    (Folder as { schema: object }).schema = { children };
    const store = service.store();
    store.set(Folder, {
      id: 'a',
      kind: 'folder',
      children: [
        { id: 'b', kind: 'folder', children: [{ id: 'l', kind: 'leaf' }] },
        { id: 'm', kind: 'leaf' },
      ],
    });
    const [inner, leaf] = store.get(Folder, 'a')!.children as [Folder, Leaf];
    expect(inner).toBeInstanceOf(Folder);
    expect(inner.children[0]).toBeInstanceOf(Leaf);
    expect(leaf).toBeInstanceOf(Leaf);
  });

  it('rule 1: with a single entity the input is an array of that type', async () => {
    const users = await service.store().fetch(getUsers);
    expect(users.map((user) => user.constructor)).toEqual(users.map(() => User));
  });

  it('rule 2: with a mapping the attribute of each item selects its schema', async () => {
    const feed = await service.store().fetch(getFeed);
    for (const item of feed) expect(item).toBeInstanceOf(item.type === 'link' ? Link : Post);
  });

  it('rule 3: an item without a mapping is returned unchanged, in its position, and makes no entity', async () => {
    const store = service.store();
    const feed: readonly { readonly type: string }[] = await store.fetch(getMixedFeed);
    const sent = service.api().state.data.mixedFeed as readonly { readonly type: string }[];
    expect(feed.map(({ type }) => type)).toEqual(sent.map(({ type }) => type));
    const unmapped = feed.findIndex(({ type }) => type !== 'link' && type !== 'post');
    expect(unmapped).toBeGreaterThanOrEqual(0);
    expect(feed[unmapped]).not.toBeInstanceOf(Entity);
    expect(feed[unmapped]).toEqual(sent[unmapped]);
    const stored = store.entities$.getValue();
    expect([...stored.keys()].sort()).toEqual(['Link', 'Post']);
  });
});

describe('service §2.2: entities', () => {
  it('pk() gives a string, or a number', () => {
    const store = service.store();
    store.set(Link, { id: 7, type: 'link', url: 'u', title: 't' });
    expect(store.get(Link, { id: 7 })?.pk()).toBe('7');
    expect(store.get(Link, { id: '7' })).toBe(store.get(Link, { id: 7 }));
  });

  it('missing fields have their declared default', () => {
    const store = service.store();
    store.set(User, { id: '1' });
    expect(store.get(User, '1')).toEqual({ id: '1', name: '' });
  });

  it('each subtype has its own literal', () => {
    expect(new Link().type).toBe('link');
    expect(new Post().type).toBe('post');
  });

  it('an attribute function gives the same result as the attribute it computes', async () => {
    const [byName, byFunction] = [service.store(), service.store()];
    expect(await byFunction.fetch(getFeedByFunction)).toEqual(await byName.fetch(getFeed));
  });
});
