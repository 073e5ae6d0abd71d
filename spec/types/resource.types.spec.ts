import type { ArgsOf, DataOf } from '../../src/data/endpoint/EndpointInterface.ts';
import { resource } from '../../src/http/rest/resource.ts';
import { RestEndpoint } from '../../src/http/rest/RestEndpoint.ts';
import { Collection } from '../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../src/data/schema/Entity.ts';
import { check, type Equal } from './Equal.ts';

class Post extends Entity {
  id = '';
  title = '';
  votes = 0;
  at = new Date(0);
  static override key = 'Post';
}

type Value = string | number;

/** The body of a post. */
interface PostBody {
  id?: string | undefined;
  title?: string | undefined;
  votes?: number | undefined;
  at?: unknown;
}

const Posts = resource({
  path: '/groups/:group/posts/:id',
  schema: Post,
  searchParams: {} as { order?: string },
  paginationField: 'page',
});

// Checked by `tsc`; never called.
function endpoints(): void {
  type One = { group: Value; id: Value };
  check<Equal<ArgsOf<typeof Posts.get>, [params: One]>>();
  check<Equal<ArgsOf<typeof Posts.update>, [params: One, body: PostBody]>>();
  check<Equal<ArgsOf<typeof Posts.partialUpdate>, [params: One, body: PostBody]>>();
  check<Equal<ArgsOf<typeof Posts.delete>, [params: One]>>();
  check<Equal<DataOf<typeof Posts.update>, Post>>();
  check<Equal<DataOf<typeof Posts.delete>, undefined>>();
  check<Equal<typeof Posts.delete.sideEffect, true>>();
  // @ts-expect-error -- the title is text
  void Posts.partialUpdate({ group: 1, id: 1 }, { title: 5 });
  // @ts-expect-error -- there is no such member
  void Posts.update({ group: 1, id: 1 }, { titel: '' });

  const Typed = resource({ path: '/posts/:id', schema: Post, body: {} as { title: string } });
  check<Equal<ArgsOf<typeof Typed.update>, [params: { id: Value }, body: { title: string }]>>();
  type Part = Partial<{ title: string }>;
  check<Equal<ArgsOf<typeof Typed.partialUpdate>, [params: { id: Value }, body: Part]>>();
  const Loose = resource({ path: '/posts/:id', schema: { post: Post } });
  check<Equal<ArgsOf<typeof Loose.update>, [params: { id: Value }, body?: unknown]>>();
  check<Equal<DataOf<typeof Loose.update>, { post: Post }>>();
}

function lists(): void {
  type Params = { group: Value; order?: string };
  check<Equal<ArgsOf<typeof Posts.getList>, [params: Params]>>();
  check<Equal<DataOf<typeof Posts.getList>, Post[]>>();
  void Posts.getList.push({ group: 1 }, { title: 'a' });
  void Posts.getList.push({ group: 1 }, [{ title: 'a' }, { title: 'b' }]);
  void Posts.getList.push({ group: 1 }, new FormData());
  check<Equal<DataOf<typeof Posts.getList.push>, Post>>();
  check<Equal<typeof Posts.getList.push.sideEffect, true>>();
  // @ts-expect-error -- the title is text
  void Posts.getList.push({ group: 1 }, { title: 5 });
  type One = { group: Value; id: Value };
  check<Equal<Parameters<typeof Posts.getList.move>[0], One>>();
  check<
    Equal<
      ArgsOf<typeof Posts.getList.getPage>,
      [params: { group: Value; order?: string; page: Value }]
    >
  >();
  check<Equal<DataOf<typeof Posts.getList.getPage>, Post[]>>();
  check<Equal<typeof Posts.getList.getPage.sideEffect, undefined>>();
  const byCursor = Posts.getList.paginated('cursor');
  check<Equal<ArgsOf<typeof byCursor>[0]['cursor'], Value>>();

  const getFeed = new RestEndpoint({
    path: '/feed',
    schema: { results: new Collection([Post]), next: '' },
    searchParams: {} as { cursor?: string },
    paginationField: 'cursor',
  });
  check<Equal<DataOf<typeof getFeed.getPage>, { results: Post[]; next: string }>>();
  check<Equal<ArgsOf<typeof getFeed.getPage>, [params: { cursor: Value }]>>();
  void getFeed.push({ title: 'a' });
  const plain = new RestEndpoint({ path: '/posts', schema: [Post] });
  // @ts-expect-error -- 'The schema of this endpoint has no schema.Collection.'
  void plain.push({ title: 'a' });
  const unpaged = new RestEndpoint({ path: '/posts', schema: new Collection([Post]) });
  // @ts-expect-error -- 'Give the endpoint a paginationField, or use paginated().'
  void unpaged.getPage({ page: 1 });
}

function pagesOfPostLists(): void {
  const search = new RestEndpoint({
    path: '/posts/search',
    method: 'POST',
    sideEffect: undefined,
    body: {} as { word: string },
    schema: new Collection([Post]),
    paginationField: 'page',
  });
  check<Equal<ArgsOf<typeof search>, [body: { word: string }]>>();
  check<Equal<ArgsOf<typeof search.getPage>, [body: { word: string; page: Value }]>>();
  check<Equal<DataOf<typeof search.getPage>, Post[]>>();
  check<Equal<typeof search.getPage.sideEffect, undefined>>();
  // @ts-expect-error -- it takes the page
  void search.getPage({ word: 'a' });
  // @ts-expect-error -- it takes the word
  void search.getPage({ page: 1 });
  const byCursor = search.paginated('cursor');
  check<Equal<ArgsOf<typeof byCursor>, [body: { word: string; cursor: Value }]>>();
  const byFunction = search.paginated(({ word }: { word: string; at: number }) => [{ word }]);
  check<Equal<ArgsOf<typeof byFunction>, [body: { word: string; at: number }]>>();

  const inGroup = search.extend({ path: '/groups/:group/search' });
  type OfGroup = [params: { group: Value; page: Value }, body: { word: string }];
  check<Equal<ArgsOf<typeof inGroup.getPage>, OfGroup>>();
  const filtered = search.extend({ searchParams: {} as { order?: string } });
  void filtered.getPage({ word: 'a', page: 1 });
  void filtered.getPage({ order: 'x', page: 1 }, { word: 'a' });
  // @ts-expect-error -- the page goes into the first argument
  void filtered.getPage({ order: 'x' }, { word: 'a', page: 1 });
  const loose = new RestEndpoint({
    path: '/posts/search',
    method: 'POST',
    schema: new Collection([Post]),
    paginationField: 'page',
  });
  void loose.getPage({ word: 'a', page: 1 });
  // @ts-expect-error -- it takes the page
  void loose.getPage({ word: 'a' });
  const maybe = new RestEndpoint({
    path: '/posts',
    schema: new Collection([Post]),
    searchParams: {} as { from: string; to: string } | undefined,
    paginationField: 'page',
  });
  void maybe.getPage({ page: 1 });
  void maybe.getPage({ page: 1, from: 'a', to: 'b' });
  // @ts-expect-error -- both of them, or none
  void maybe.getPage({ page: 1, from: 'a' });
}

function extensions(): void {
  const Changed = Posts.extend('get', { path: '/posts/:slug' });
  check<Equal<ArgsOf<typeof Changed.get>, [params: { slug: Value }]>>();
  check<Equal<DataOf<typeof Changed.getList>, Post[]>>();
  const Added = Changed.extend('vote', {
    path: '/posts/:id/vote',
    method: 'POST',
    body: undefined,
  });
  check<Equal<ArgsOf<typeof Added.vote>, [params: { id: Value }]>>();
  check<Equal<DataOf<typeof Added.vote>, Post>>();
  check<Equal<ArgsOf<typeof Added.get>, [params: { slug: Value }]>>();
  Posts.extend('update', {
    getOptimisticResponse(snapshot, params, body) {
      check<Equal<typeof params, { group: Value; id: Value }>>();
      check<Equal<typeof body, PostBody>>();
      return { ...snapshot.getResponse(Posts.get, params), ...body };
    },
    key: ({ group, id }) => `${group} ${id}`,
  });
  Posts.extend('get', {
    path: '/posts/:slug',
    process(value, params) {
      check<Equal<typeof params, { slug: Value }>>();
      return value;
    },
  });
  Posts.extend('publish', {
    path: '/posts/:id/publish',
    method: 'POST',
    body: {} as { at: string },
    getOptimisticResponse(_snapshot, { id }, { at }) {
      check<Equal<[typeof id, typeof at], [Value, string]>>();
      return { id, at };
    },
  });
  Posts.extend({
    get: {
      getOptimisticResponse(_snapshot, params) {
        check<Equal<typeof params, { group: Value; id: Value }>>();
        return params;
      },
    },
    update: {
      path: '/posts/:slug',
      body: {} as { a: 1 },
      getOptimisticResponse(_snapshot, params, body) {
        check<Equal<[typeof params, typeof body], [{ slug: Value }, { a: 1 }]>>();
        return body;
      },
    },
  });
  // @ts-expect-error -- the path has no such parameter
  Posts.extend('get', { key: ({ slug }) => String(slug) });
  const Several = Added.extend({ get: { dataExpiryLength: 5 }, update: { body: {} as { a: 1 } } });
  check<Equal<Parameters<typeof Several.update>[1], { a: 1 }>>();
  check<Equal<ArgsOf<typeof Several.vote>, [params: { id: Value }]>>();
  // @ts-expect-error -- there is no endpoint of this name
  Added.extend({ gett: { dataExpiryLength: 5 } });
  const Free = Several.extend((base) => ({
    getTop: base.getList.extend({ path: '/top', searchParams: undefined }),
  }));
  check<Equal<ArgsOf<typeof Free.getTop>, []>>();
  check<Equal<DataOf<typeof Free.getTop>, Post[]>>();
  check<Equal<ArgsOf<typeof Free.vote>, [params: { id: Value }]>>();
}

it('has the types that tsc checks', () => {
  expect([endpoints, lists, pagesOfPostLists, extensions]).toHaveLength(4);
});
