import type { ReadEndpoint } from '../../../src/data/endpoint/EndpointInterface.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { resource } from '../../../src/http/rest/resource.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';

class Todo extends Entity {
  id = 0;
  title = '';
  static override readonly key: string = 'Todo';
}

/** Its version decides which of two records is newer. */
class Draft extends Todo {
  revision = 0;
  static override readonly key = 'Draft';
  static override shouldReorder(
    _known: unknown,
    _meta: unknown,
    existing: { readonly revision: number },
    incoming: { readonly revision: number },
  ): boolean {
    return incoming.revision < existing.revision;
  }
}

/** There is only one. */
class Cart extends Entity {
  title = '';
  static override readonly key = 'Cart';
  override pk(): string {
    return 'cart';
  }
}

class Link extends Todo {
  type = 'link';
  static override readonly key = 'Link';
}
class Post extends Todo {
  type = 'post';
  static override readonly key = 'Post';
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

/** A server with one row. It changes that with each mutation, and responds with 204. */
function kit(wrap: (row: object) => object = (row) => row) {
  let row: object | undefined = { id: 1, type: 'link', title: 'old', revision: 1 };
  const fetch = async (_url: string, { method }: RequestInit): Promise<Response> => {
    if (method === 'GET')
      return row ? Response.json(wrap(row)) : new Response(null, { status: 404 });
    row = method === 'DELETE' ? undefined : { ...row, title: 'new', revision: 2 };
    return new Response(null, { status: 204 });
  };
  return createStore({ fetch: fetch as never });
}

const one = { id: 1 };
const getTodo = new RestEndpoint({ path: '/todos/:id', schema: Todo });
const getWrapped = new RestEndpoint({ path: '/todos/:id', schema: { data: Todo } });
const getCart = new RestEndpoint({ path: '/cart', schema: Cart });
const drafts = resource({ path: '/drafts/:id', schema: Draft });
const feed = resource({
  path: '/feed/:type/:id',
  schema: new Union({ link: Link, post: Post }, 'type'),
});
const ofLink = { type: 'link', ...one };
const form = new FormData();
form.set('title', 'new');

type Send = (store: ReturnType<typeof kit>) => Promise<unknown>;

const mutations: readonly (readonly [string, ReadEndpoint, readonly unknown[], Send])[] = [
  [
    'an action of an entity',
    getTodo,
    [one],
    (store) =>
      store.fetch(
        getTodo.extend({ path: '/todos/:id/finish', method: 'POST', body: undefined }),
        one,
      ),
  ],
  [
    'a PUT of an entity that has a version',
    drafts.get,
    [one],
    (store) => store.fetch(drafts.get.extend({ method: 'PUT', body: {} }), one, { title: 'new' }),
  ],
  [
    'a PATCH of an entity that has a version with a form',
    drafts.get,
    [one],
    (store) => store.fetch(drafts.partialUpdate, one, form as never),
  ],
  [
    'a PATCH of an entity of a Union',
    feed.get,
    [ofLink],
    (store) => store.fetch(feed.partialUpdate, ofLink, { title: 'new' }),
  ],
  [
    'a PUT of the only entity of a class',
    getCart,
    [],
    (store) => store.fetch(getCart.extend({ method: 'PUT', body: undefined })),
  ],
];

describe('an empty response to a mutation', () => {
  it.each(mutations)('has the entity fetched once more: %s', async (_name, get, args, send) => {
    const store = kit();
    const titles: unknown[] = [];
    store.observe(get, ...args).subscribe(({ data, status }) => {
      titles.push(`${(data as Todo | undefined)?.title} ${status}`);
    });
    await pause();
    await send(store);
    await pause();
    expect(titles.at(-1)).toBe('new valid');
    store.dispose();
  });

  it.each(mutations)('makes the entity stale without observers: %s', async (_, get, args, send) => {
    const store = kit();
    await store.fetch(get, ...args);
    await send(store);
    expect(store.getState(get, ...args).status).toBe('stale');
    store.dispose();
  });

  it('has an entity in an object fetched once more', async () => {
    const store = kit((data) => ({ data }));
    await store.fetch(getWrapped, one);
    await store.fetch(getWrapped.extend({ method: 'PUT', body: {} }), one, {});
    expect(store.getState(getWrapped, one).status).toBe('stale');
    store.dispose();
  });

  it.each([
    ['an action that names none', '/todos/finish-all', Todo],
    ['a change of several', '/todos', [Todo]],
    ['a change of several, in an object', '/todos', { data: [Todo] }],
  ])('makes all entities of a class stale after %s', async (_name, path, schema) => {
    const store = kit();
    await store.fetch(getTodo, one);
    await store.fetch(getCart);
    await store.fetch(
      new RestEndpoint({ path, method: 'PATCH', schema, body: [] as object[] }),
      [],
    );
    expect(store.getState(getTodo, one).status).toBe('stale');
    expect(store.getState(getCart).status).toBe('valid');
    store.dispose();
  });

  it('to a removal without arguments removes the only entity of a class', async () => {
    const store = kit();
    await store.fetch(getCart);
    await store.fetch(getCart.extend({ method: 'DELETE', schema: new Invalidate(Cart) }));
    expect(store.get(Cart, 'cart')).toBeUndefined();
    store.dispose();
  });

  it.each(['alone', 'beside another list'])(
    'has a list fetched once more that is loaded at the time: %s',
    async (how) => {
      const rows: object[] = [];
      const sent: string[] = [];
      let respond: (() => void) | undefined;
      const fetch = async (url: string, { method }: RequestInit): Promise<Response> => {
        sent.push(`${method} ${url}`);
        if (method === 'POST') {
          rows.push({ id: 7, title: 'new' });
          return new Response(null, { status: 204 });
        }
        const response = Response.json(rows);
        const isFirst = url === '/todos' && !respond;
        if (isFirst) await new Promise<void>((resolve) => (respond = resolve));
        return response;
      };
      const { getList } = resource({ path: '/todos/:id', schema: Todo });
      const store = createStore({ fetch: fetch as never });
      if (how !== 'alone') await store.fetch(getList, { title: 'new' });
      const ids: unknown[] = [];
      store.observe(getList).subscribe(({ data }) => ids.push(data?.map(({ id }) => id)));
      await store.fetch(getList.push, { title: 'new' });
      respond!();
      await pause();
      expect(ids.at(-1)).toEqual([7]);
      expect(store.getState(getList).status).toBe('valid');
      expect(sent.filter((line) => line === 'GET /todos')).toHaveLength(2);
      store.dispose();
    },
  );
});
