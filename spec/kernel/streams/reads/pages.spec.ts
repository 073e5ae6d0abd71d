import { RestEndpoint } from '../../../../src/http/rest/RestEndpoint.ts';
import { Collection } from '../../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../../src/data/schema/Entity.ts';
import type { OptimisticSnapshot } from '../../../../src/data/endpoint/EndpointInterface.ts';
import { flush } from '../../../features/pages/support.ts';
import { collect } from '../../../support/collect.ts';
import { FakeRequests } from '../../../support/FakeRequests.ts';
import { storeKit } from '../../../support/storeKit.ts';

class Post extends Entity {
  id = '';
  static override key = 'Post';
}

interface PageResponse {
  readonly results: readonly object[];
  readonly next?: string;
}

const pageOf = (ids: string, next?: string): PageResponse => ({
  results: ids === '' ? [] : ids.split(' ').map((id) => ({ id })),
  ...(next !== undefined && { next }),
});

/** A store with a paginated list, which has the given pages. */
function kit(...pages: readonly PageResponse[]) {
  const requests = new FakeRequests();
  const { store, clock } = storeKit();
  const posts = new Collection([Post]);
  const getPosts = new RestEndpoint({
    path: '/posts',
    paginationField: 'page',
    schema: { results: posts, next: '' },
    fetch: requests.send,
  });
  const { getPage } = getPosts;
  const show = (list: { results?: readonly Post[]; next?: string } | undefined): string =>
    `${list?.results?.map(({ id }) => id).join(' ')}|${list?.next}`;
  pages.forEach((page, at) => {
    if (at === 0) store.setResponse(getPosts, undefined, page);
    else store.setResponse(getPage, { page: `${at + 1}` }, page);
  });
  return {
    requests,
    store,
    clock,
    posts,
    getPosts,
    getPage,
    show,
    shown: () => show(store.getState(getPosts).data),
    page: (page: string) => store.fetch(getPage, { page }).then(show),
  };
}

const first = pageOf('1 2', '2');
const second = pageOf('3 4', '3');
const third = pageOf('5 6', '4');

describe('a page', () => {
  it('updates the members beside the list', async () => {
    const { page, requests, shown } = kit(first);
    const fetched = page('2');
    expect(shown()).toBe('1 2|2');
    requests.last.answer(second);
    expect(shown()).toBe('1 2 3 4|3');
    expect(await fetched).toBe('1 2 3 4|3');
  });

  it('removes members beside the list that it does not bring', () => {
    const { shown } = kit(first, pageOf('3'));
    expect(shown()).toBe('1 2 3|undefined');
  });

  it('that fails while the page before it is in flight has no time limit any more', async () => {
    const { clock, getPage, requests, store } = kit(first);
    const retry = { count: 3, delay: 10, when: () => true };
    void store.fetch(getPage, { page: '2' });
    void store.fetch(getPage.extend({ timeout: 100, retry }), { page: '3' });
    requests.at(1).fail(new Error('down'));
    clock.advance(100);
    clock.advance(20);
    requests.at(0).answer(second);
    await flush();
    clock.advance(20);
    expect(requests.count).toBe(3);
  });

  it('may be empty', () => {
    const { shown } = kit(first, pageOf('', ''));
    expect(shown()).toBe('1 2|');
  });

  it('reaches observers of the list in one state, and does not make the list fresher', () => {
    const { clock, getPage, getPosts, show, store } = kit(first);
    const states = collect(store.observe(getPosts));
    clock.advance(59_000);
    store.setResponse(getPage, { page: '2' }, second);
    clock.advance(2_000);
    expect(states.values.map(({ data, status }) => `${show(data)} ${status}`)).toEqual([
      '1 2|2 valid',
      '1 2 3 4|3 valid',
      '1 2 3 4|3 stale',
    ]);
    states.stop();
  });

  it('that is refetched keeps the list and its cursor, unless it is the last page', () => {
    const { getPage, shown, store } = kit(first, second, third);
    store.setResponse(getPage, { page: '2' }, pageOf('3 4 x', 'other'));
    expect(shown()).toBe('1 2 3 4 5 6|4');
    store.setResponse(getPage, { page: '3' }, pageOf('5 6 7', ''));
    expect(shown()).toBe('1 2 3 4 5 6 7|');
  });

  it('extends a list whose response is a bare array', async () => {
    const { getPosts, posts, requests, store } = kit();
    const getBare = getPosts.extend({ path: '/bare', schema: posts });
    store.setResponse(getBare, undefined, first.results);
    const pages = ['2', '3'].map((page) => store.fetch(getBare.getPage, { page }));
    requests.at(1).answer(third.results);
    requests.at(0).answer(second.results);
    await Promise.all(pages);
    const ids = (): string | undefined =>
      store
        .get(posts)
        ?.map(({ id }) => id)
        .join(' ');
    expect(ids()).toBe('1 2 3 4 5 6');
    store.setResponse(getBare, undefined, first.results);
    expect(ids()).toBe('1 2');
  });

  it('extends the list of its own endpoint if another endpoint has the same key', () => {
    const { getPage, getPosts, shown, store } = kit();
    const getPlain = getPosts.extend({ schema: { results: [Post] } });
    const plain = collect(store.observe(getPlain));
    const list = collect(store.observe(getPosts));
    store.setResponse(getPlain, undefined, first);
    store.setResponse(getPosts, undefined, first);
    store.setResponse(getPage, { page: '2' }, second);
    expect(shown()).toBe('1 2 3 4|3');
    expect(plain.values.at(-1)?.data?.results).toHaveLength(2);
    plain.stop();
    list.stop();
  });

  it('is inserted before an entity that is being created', async () => {
    const { getPosts, page, requests, shown, store } = kit(first);
    const create = getPosts.push.extend({
      getOptimisticResponse: (_shown: OptimisticSnapshot, post: object) => post,
    });
    const fetched = page('2');
    const created = store.fetch(create, { id: 'new' });
    expect(shown()).toBe('1 2 new|2');
    requests.at(0).answer(second);
    expect(shown()).toBe('1 2 3 4 new|3');
    requests.at(1).answer({ id: 'new' });
    await Promise.all([fetched, created]);
    expect(shown()).toBe('1 2 3 4 new|3');
  });
});

describe('pages that are in flight together', () => {
  it('are added in the order of their requests, in whatever order the responses arrive', async () => {
    const { page, requests, shown } = kit(first);
    const fetched = [page('2'), page('3')];
    expect(requests.count).toBe(2);
    requests.at(1).answer(third);
    await Promise.resolve();
    expect(shown()).toBe('1 2|2');
    requests.at(0).answer(second);
    expect(await Promise.all(fetched)).toEqual(['1 2 3 4|3', '1 2 3 4 5 6|4']);
    expect(shown()).toBe('1 2 3 4 5 6|4');
  });

  it('are not added after a page that failed, and the list stays as it is', async () => {
    const { getPage, page, requests, shown, store } = kit(first);
    const failed = page('2');
    const fetched = page('3');
    requests.at(1).answer(third);
    requests.at(0).fail(new Error('no'));
    await expect(failed).rejects.toThrow('no');
    expect(await fetched).toBe('1 2|2');
    expect(shown()).toBe('1 2|2');
    expect(store.getState(getPage, { page: '3' }).status).toBe('stale');
  });

  it('are added after the retried page when their predecessor had failed', async () => {
    const { getPage, page, requests, shown, store } = kit(first);
    const pages = ['2', '3'].map((name) => store.fetch(getPage, { page: name }).catch(() => {}));
    requests.at(0).fail(new Error('no'));
    await pages[0];
    const again = page('2');
    requests.at(2).answer(second);
    await again;
    const fourth = page('4');
    requests.at(3).answer(pageOf('7', ''));
    requests.at(1).answer(third);
    expect(await fourth).toBe('1 2 3 4 5 6 7|');
    expect(shown()).toBe('1 2 3 4 5 6 7|');
  });

  it('do not reach their time limit while they wait for each other', async () => {
    const { clock, getPage, page, requests, show, store } = kit(first);
    const fetched = page('2');
    const limited = store.fetch(getPage.extend({ timeout: 100 }), { page: '3' });
    clock.advance(50);
    requests.at(1).answer(third);
    clock.advance(100);
    requests.at(0).answer(second);
    await fetched;
    expect(show(await limited)).toBe('1 2 3 4 5 6|4');
  });

  it('are added after the first page when the list is still being fetched', async () => {
    const { getPosts, page, requests, shown, store } = kit();
    void store.fetch(getPosts);
    const fetched = page('2');
    requests.at(1).answer(second);
    await Promise.resolve();
    expect(shown()).toBe('undefined|undefined');
    requests.at(0).answer(first);
    expect(await fetched).toBe('1 2 3 4|3');
    expect(shown()).toBe('1 2 3 4|3');
  });
});

describe('a list that is refetched', () => {
  it('has its first page only, with the members beside it, in one state', () => {
    const { getPosts, show, store } = kit(first, second, third);
    const states = collect(store.observe(getPosts));
    store.setResponse(getPosts, undefined, first);
    expect(states.values.map(({ data }) => show(data))).toEqual(['1 2 3 4 5 6|4', '1 2|2']);
    states.stop();
  });

  it('has its first page only, even if a page that was requested later arrived earlier', () => {
    const { getPosts, page, requests, shown, store } = kit(first, second);
    void store.fetch(getPosts);
    void page('3');
    requests.at(1).answer(third);
    expect(shown()).toBe('1 2 3 4 5 6|4');
    requests.at(0).answer(first);
    expect(shown()).toBe('1 2|2');
  });

  it('ignores a page that was requested for another end of the list', async () => {
    const { getPage, getPosts, page, requests, shown, store } = kit(first, second);
    const fetched = page('3');
    store.setResponse(getPosts, undefined, first);
    requests.last.answer(third);
    expect(shown()).toBe('1 2|2');
    expect(await fetched).toBe('1 2|2');
    expect(store.get(Post, '5')?.id).toBe('5');
    expect(store.getState(getPage, { page: '3' }).status).toBe('stale');
  });

  it('accepts a page that was requested for the end it still has', () => {
    const { getPosts, page, requests, shown, store } = kit(first);
    void page('2');
    store.setResponse(getPosts, undefined, pageOf('0 2', '2'));
    requests.last.answer(second);
    expect(shown()).toBe('0 2 3 4|3');
  });

  it('accepts its next page without waiting for pages of the previous list', () => {
    const { getPosts, page, requests, shown, store } = kit(first, second);
    void page('3');
    store.setResponse(getPosts, undefined, first);
    void page('2');
    requests.at(1).answer(second);
    expect(shown()).toBe('1 2 3 4|3');
  });

  it('makes the pages stale that it no longer has', () => {
    const { getPage, getPosts, requests, shown, store } = kit(first, second);
    void store.fetchIfStale(getPage, { page: '2' });
    expect(requests.count).toBe(0);
    store.setResponse(getPosts, undefined, first);
    void store.fetchIfStale(getPage, { page: '2' });
    requests.last.answer(second);
    expect(shown()).toBe('1 2 3 4|3');
  });

  it('begins again with its first page and a newer change of the list that arrived first', () => {
    const { getPosts, requests, shown, store } = kit(first, second);
    void store.fetch(getPosts);
    void store.fetch(getPosts.push, { id: 'new' });
    requests.at(1).answer({ id: 'new' });
    requests.at(0).answer(first);
    expect(shown()).toBe('1 2 new|2');
    expect(store.getState(getPosts).status).toBe('stale');
  });

  it('keeps its pages if the refetch fails', async () => {
    const { getPosts, page, requests, shown, store } = kit(first, second);
    const failed = store.fetch(getPosts);
    void page('3');
    requests.at(0).fail(Object.assign(new Error('no'), { status: 500 }));
    await expect(failed).rejects.toThrow('no');
    requests.at(1).answer(third);
    expect(shown()).toBe('1 2 3 4 5 6|4');
  });
});
