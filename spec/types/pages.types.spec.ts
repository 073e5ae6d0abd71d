import type { Observable } from 'rxjs';
import { createStore, Endpoint, Entity, Query, resource, RestEndpoint, schema } from 'streambed';
import { pages, type PagesState } from 'streambed/pages';
import { check, type Equal } from './Equal.ts';

class Post extends Entity {
  id = '';
  title = '';
  static override key = 'Post';
}

const store = createStore();
type Value<T> = T extends Observable<infer V> ? V : never;

function lists(): void {
  const getPosts = new RestEndpoint({
    path: '/:group/posts',
    searchParams: {} as { cursor?: string; limit?: number },
    schema: { results: new schema.Collection([Post]), next: '' },
    pages: {
      next(list, { count, last }) {
        check<Equal<typeof list, { results: Post[]; next: string }>>();
        check<Equal<typeof count, number>>();
        check<Equal<typeof last.cursor, string | undefined>>();
        return { cursor: list.next };
      },
      max: 3,
    },
  });
  const posts$ = pages(store, getPosts, { group: 'a' });
  check<Equal<Value<typeof posts$>, PagesState<{ results: Post[]; next: string }, Post>>>();
  pages(store, getPosts, null);
  // @ts-expect-error -- the list has a group
  pages(store, getPosts);
  // @ts-expect-error -- a limit is a number
  getPosts.extend({ pages: { next: () => ({ limit: 'many' }) } });
  getPosts.extend({ pages: { next: ({ results }) => ({ cursor: results.at(-1)?.id }) } });
  getPosts.extend({ pages: { next: () => null } });
}

function undeclared(): void {
  const getPosts = new RestEndpoint({ path: '/posts', schema: new schema.Collection([Post]) });
  // @ts-expect-error -- the endpoint has no option `pages`
  pages(store, getPosts);
  const without = getPosts.extend({ pages: undefined });
  // @ts-expect-error -- the endpoint has no option `pages`
  pages(store, without);
}

function resources(): void {
  const { getList } = resource({
    path: '/posts/:id',
    schema: Post,
    searchParams: {} as { offset?: number },
    pages: {
      next(list) {
        check<Equal<typeof list, Post[]>>();
        return list.length < 100 ? { offset: list.length } : null;
      },
    },
  });
  const posts$ = pages(store, getList);
  check<Equal<Value<typeof posts$>['items'], readonly Post[]>>();
  const feed = getList.extend({
    schema: { items: getList.schema, total: 0 },
    pages: { next: ({ items, total }) => (items.length < total ? { offset: items.length } : null) },
  });
  const feed$ = pages(store, feed);
  check<Equal<Value<typeof feed$>['items'], readonly Post[]>>();
}

function others(): void {
  const list = new schema.Collection([Post]);
  const sorted = new RestEndpoint({
    path: '/posts',
    searchParams: {} as { page?: number },
    schema: new Query(list, (posts) => posts.filter(({ title }) => title)),
    pages: { next: (_list, { last }) => ({ page: (last.page ?? 1) + 1 }) },
  });
  const sorted$ = pages(store, sorted);
  check<Equal<Value<typeof sorted$>['items'], readonly Post[]>>();
  const plain = new Endpoint(async (_params: { page?: number }) => [] as unknown[], {
    name: 'plain',
    schema: list,
    pages: { next: () => ({ page: 2 }) },
  });
  const plain$ = pages(store, plain, {});
  check<Equal<Value<typeof plain$>['data'], Post[] | undefined>>();
}

it('types pages by the endpoint', () => {
  expect([lists, undeclared, resources, others]).toHaveLength(4);
});
