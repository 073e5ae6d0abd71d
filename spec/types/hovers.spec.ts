import { hoversOf } from './support/hoversOf.ts';

const program = `
import { createStore, Entity, resource } from 'streambed';
import { pages } from 'streambed/pages';
import { useInfinite } from 'streambed/react';
class Post extends Entity { id = ''; title = ''; static override key = 'Post'; }
const store = createStore();
const PostResource = resource({ path: '/posts/:id', schema: Post });
const Polled = PostResource.extend('get', { pollFrequency: 5 });
const Voted = Polled.extend('vote', { path: '/posts/:id/vote', method: 'POST', body: undefined });
const vote = Voted.vote;
const getPosts = PostResource.getList.extend({
  schema: { results: PostResource.getList.schema, next: '' },
  pages: { next: ({ next }) => ({ cursor: next }) },
});
const posts$ = pages(store, getPosts);
const page$ = store.observe(getPosts);
export function List() {
  const shown = useInfinite(getPosts);
  const maybe = useInfinite(getPosts, null);
  const list = shown.data;
  return [maybe, list];
}
`;
// Compiled while the file is loaded: no test waits for it.
const hovers = hoversOf(program);

const POLLED =
  'RestEndpoint<{ path: "/posts/:id"; schema: typeof Post; method: "GET"; pollFrequency: number; }>';
const LIST = '{ results: Post[]; next: string; }';

describe('what an editor shows', () => {
  it('names the options of an endpoint that extends another, each once', () => {
    expect(hovers.get('vote')).toBe(
      'RestEndpoint<{ path: "/posts/:id/vote"; schema: typeof Post; body: undefined; method: "POST"; pollFrequency: number; }>',
    );
  });

  it('shows the changes of a resource first', () => {
    expect(hovers.get('Polled')).toContain(`ExtendedResource<{ readonly get: ${POLLED}`);
    expect(hovers.get('Voted')).toMatch(
      /^ExtendedResource<\{ readonly vote: RestEndpoint<\{ path: /,
    );
  });

  it('shows the data of lists in pages, not the endpoint', () => {
    expect(hovers.get('shown')).toBe(`ShownPages<${LIST}, Post>`);
    expect(hovers.get('maybe')).toBe(`PagesState<${LIST}, Post>`);
    expect(hovers.get('list')).toBe(LIST);
    expect(hovers.get('posts$')).toBe(`StateObservable<PagesState<${LIST}, Post>>`);
  });

  it('shows the data of a schema with several members', () => {
    expect(hovers.get('page$')).toBe(`EndpointObservable<${LIST}>`);
  });
});
