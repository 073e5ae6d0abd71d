import { createStore, Entity, resource, RestEndpoint, schema, type Store } from 'streambed';
import { testServer } from './testServer.ts';

class Post extends Entity {
  id = 0;
  title = '';
  meta: { likes?: number; views?: number } = {};
  static override key = 'Post';
}

const server = testServer();
let store: Store;
beforeEach(() => {
  store = createStore();
});
afterEach(() => store.dispose());

const list = () =>
  new RestEndpoint({
    path: '/groups/:group/posts',
    urlPrefix: server.origin,
    schema: { results: new schema.Collection([Post]), next: '' },
    paginationField: 'cursor',
  });

/** Serves the given pages by cursor. */
function servePages(pages: Readonly<Record<string, readonly object[]>>): void {
  server.answer = (response, { url }) => {
    const cursor = new URL(url, server.origin).searchParams.get('cursor') ?? '';
    const body = { results: pages[cursor], next: `after ${cursor}` };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

const group = { group: 'a' };

describe('a page', () => {
  it('extends the list of the same parameters, and resolves with the whole list', async () => {
    servePages({ '': [{ id: 1 }, { id: 2 }], x: [{ id: 3 }] });
    const getPosts = list();
    await store.fetch(getPosts, group);
    await store.fetch(getPosts, { group: 'b' });
    const page = await store.fetch(getPosts.getPage, { ...group, cursor: 'x' });
    expect(page.results.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(page.next).toBe('after x');
    expect(store.getState(getPosts, group).data?.results).toBe(page.results);
    expect(store.getState(getPosts, { group: 'b' }).data?.results).toHaveLength(2);
    expect(server.requests.at(-1)?.url).toBe('/groups/a/posts?cursor=x');
  });

  it('of a list that is read by POST has the cursor in the body', async () => {
    server.answer = (response, { body }) => {
      const { page = 1 } = JSON.parse(body) as { page?: number };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify([{ id: page }]));
    };
    const search = new RestEndpoint({
      path: '/search',
      urlPrefix: server.origin,
      method: 'POST',
      sideEffect: undefined,
      body: {} as { word: string },
      schema: new schema.Collection([Post]),
      paginationField: 'page',
    });
    await store.fetch(search, { word: 'a' });
    await store.fetch(search.getPage, { word: 'a', page: 2 });
    expect(store.getState(search, { word: 'a' }).data?.map(({ id }) => id)).toEqual([1, 2]);
    expect(server.requests.at(-1)).toMatchObject({ url: '/search', body: '{"word":"a","page":2}' });
  });

  it('is requested in parallel with other pages and the list itself', async () => {
    servePages({ '': [{ id: 1 }], x: [{ id: 2 }], y: [{ id: 3 }] });
    const getPosts = list();
    await Promise.all([
      store.fetch(getPosts, group),
      store.fetch(getPosts.getPage, { ...group, cursor: 'x' }),
      store.fetch(getPosts.getPage, { ...group, cursor: 'y' }),
    ]);
    expect(server.requests.map(({ url }) => url).sort()).toEqual([
      '/groups/a/posts',
      '/groups/a/posts?cursor=x',
      '/groups/a/posts?cursor=y',
    ]);
  });

  it('is requested once if it is fetched twice at the same time', async () => {
    servePages({ '': [{ id: 1 }], x: [{ id: 2 }] });
    const { getPage } = list();
    const pages = [1, 2].map(() => store.fetch(getPage, { ...group, cursor: 'x' }));
    expect(new Set(await Promise.all(pages)).size).toBe(1);
    expect(server.requests).toHaveLength(1);
  });

  it('that overlaps another adds each member once, in place, with its latest content', async () => {
    servePages({
      '': [{ id: 1 }, { id: 2, title: 'old', meta: { likes: 1 } }],
      x: [{ id: 2, title: 'new', meta: { views: 5 } }, { id: 3 }],
    });
    const getPosts = list();
    await store.fetch(getPosts, group);
    const { results } = await store.fetch(getPosts.getPage, { ...group, cursor: 'x' });
    expect(results.map(({ id }) => id)).toEqual([1, 2, 3]);
    // Members are replaced, not deeply merged.
    expect(results[1]).toMatchObject({ title: 'new', meta: { views: 5 } });
    expect(results[1].meta).not.toHaveProperty('likes');
  });

  it('with another cursor parameter is read with paginated()', async () => {
    servePages({ '': [{ id: 1 }] });
    const Posts = resource({ path: '/posts/:id', schema: Post, urlPrefix: server.origin });
    server.answer = (response, { url }) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify([{ id: url.includes('before') ? 2 : 1 }]));
    await store.fetch(Posts.getList, { q: 'a' });
    const getOlder = Posts.getList.paginated('before');
    await store.fetch(getOlder, { q: 'a', before: 1 });
    expect(store.get(Posts.getList.schema, { q: 'a' })?.map(({ id }) => id)).toEqual([1, 2]);
    const byFunction = Posts.getList.paginated(({ q }: { q: string; at: number }) => [{ q }]);
    await store.fetch(byFunction, { q: 'a', at: 5 });
    expect(store.get(Posts.getList.schema, { q: 'a' })).toHaveLength(2);
  });

  it('that fails leaves the list as it is', async () => {
    servePages({ '': [{ id: 1 }] });
    const getPosts = list();
    await store.fetch(getPosts, group);
    const before = store.getState(getPosts, group).data;
    server.answer = (response) => response.writeHead(500).end();
    const failed = store.fetch(getPosts.getPage, { ...group, cursor: 'x' });
    await expect(failed).rejects.toMatchObject({ status: 500 });
    expect(store.getState(getPosts, group)).toMatchObject({ error: undefined });
    expect(store.getState(getPosts, group).data).toBe(before);
  });
});
