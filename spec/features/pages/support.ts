import { map } from 'rxjs';
import { pages } from '../../../src/features/pages/pages.ts';
import type { PagesState } from '../../../src/features/pages/PagesState.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { collect } from '../../support/collect.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

export class Post extends Entity {
  id = '';
  title = '';
  static override key = 'Post';
}

/** A page of a server: its posts, and the cursors of the pages around it. */
export interface PageAnswer {
  readonly results: readonly { readonly id: string; readonly title?: string }[];
  readonly next?: string;
  readonly previous?: string;
}

/** A response with these ids: `answer('1 2', '2')` has the cursor `2` of the next page. */
export function answer(ids: string, next = '', previous = ''): PageAnswer {
  const results = ids
    .split(' ')
    .filter(Boolean)
    .map((id) => ({ id }));
  return { results, next, previous };
}

/** The endpoint of a list with cursors; its function sends what the spec answers. */
export function postsOf(requests: FakeRequests, max?: number) {
  return new RestEndpoint({
    path: '/posts',
    schema: { results: new Collection([Post]), next: '', previous: '' },
    fetch: requests.send,
    pages: {
      next: ({ next }) => ({ cursor: next }),
      previous: ({ previous }) => ({ cursor: previous }),
      ...(max !== undefined && { max }),
    },
  });
}

/** One line: the ids, whether there is more, what is in flight, the error. */
export function showPages(state: PagesState<unknown, Post>): string {
  const { items, hasNext, hasPrevious, fetching, fetchingNext, fetchingPrevious, error } = state;
  return [
    fetchingPrevious ? '~<' : hasPrevious ? '<' : '',
    items.map(({ id }) => id).join(' '),
    fetchingNext ? '~>' : hasNext ? '>' : '',
    fetching ? 'fetching' : '',
    error ? `error ${error.message}` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** A store, the endpoint of a list and its observed pages. */
export function pagesKit(max?: number) {
  const requests = new FakeRequests();
  const { store, clock, reported } = storeKit();
  const getPosts = postsOf(requests, max);
  const posts$ = pages(store, getPosts);
  const shown = collect(posts$.pipe(map(showPages)));
  const state = () => posts$.getValue();
  return { store, clock, reported, requests, getPosts, posts$, shown, state };
}

/** Lets settled promises notify their callbacks. */
export async function flush(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
