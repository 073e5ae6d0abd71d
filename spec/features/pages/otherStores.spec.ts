import { map } from 'rxjs';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { dehydrate } from '../../../src/features/dehydrate/dehydrate.ts';
import type { DehydratedState } from '../../../src/features/dehydrate/DehydratedState.ts';
import { rehydrate } from '../../../src/features/dehydrate/rehydrate.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { pages } from '../../../src/features/pages/pages.ts';
import { storedKeys } from '../../../src/features/persist/persist.ts';
import { collect } from '../../support/collect.ts';
import { FakeRequests, fakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';
import { startProgram } from '../persist/persistKit.ts';
import { openTabs } from '../tabs/tabsKit.ts';
import { answer, flush, type PageAnswer, postsOf, Post, showPages } from './support.ts';

/** Observed pages of a list, and another store. `first`: what that one has brought before. */
function kit({ max, first }: { readonly max?: number; readonly first?: PageAnswer } = {}) {
  const requests = new FakeRequests();
  const { clock, store } = storeKit();
  const { store: server } = storeKit({ scheduler: clock });
  const getPosts = postsOf(requests, max);
  const stateOf = (page: PageAnswer): DehydratedState => {
    clock.advance(10);
    server.setResponse(getPosts, page);
    clock.advance(10);
    return JSON.parse(JSON.stringify(dehydrate(server))) as DehydratedState;
  };
  if (first) rehydrate(store, stateOf(first));
  const posts$ = pages(store, getPosts);
  const shown = collect(posts$.pipe(map(showPages)));
  const load = async (side: 'fetchNext' | 'fetchPrevious', page: PageAnswer): Promise<void> => {
    const loaded = posts$.getValue()[side]();
    requests.last.answer(page);
    await loaded;
    clock.advance(10);
  };
  return { getPosts, load, posts$, requests, shown, stateOf, store };
}

const cursors = (requests: FakeRequests, from: number) =>
  requests.sent.slice(from).map(({ args: [given] }) => (given as { cursor?: string })?.cursor);

describe('a list with several loaded pages, of which another store has a newer first one', () => {
  it('stays, and all of its pages are fetched again', async () => {
    const { load, posts$, requests, shown, stateOf, store } = kit();
    requests.last.answer(answer('1 2', '2'));
    await load('fetchNext', answer('3 4', '4'));
    await load('fetchNext', answer('5 6', '6'));
    rehydrate(store, stateOf(answer('0 1', '1')));
    expect(shown.values.at(-1)).toBe('1 2 3 4 5 6 > fetching');
    expect(posts$.getValue().status).toBe('stale');
    requests.last.answer(answer('0 1', '1'));
    requests.last.answer(answer('2 3', '3'));
    requests.last.answer(answer('4 5', '5'));
    await flush();
    expect(cursors(requests, 3)).toEqual([undefined, '1', '3']);
    expect(shown.values.at(-1)).toBe('0 1 2 3 4 5 >');
    expect(posts$.getValue().status).toBe('valid');
  });

  it('stays with the pages before its own, and without those that `max` has dropped', async () => {
    const { load, requests, shown, stateOf, store } = kit({ max: 2 });
    requests.last.answer(answer('5 6', '6', '5'));
    await load('fetchPrevious', answer('3 4', '4', '3'));
    await load('fetchPrevious', answer('1 2', '2'));
    expect(shown.values.at(-1)).toBe('1 2 3 4 >');
    rehydrate(store, stateOf(answer('5 6 7', '7', '5')));
    expect(shown.values.at(-1)).toBe('1 2 3 4 > fetching');
    requests.last.answer(answer('3 4', '4', '3'));
    requests.last.answer(answer('1 2', '2'));
    await flush();
    expect(cursors(requests, 3)).toEqual(['5', '3']);
    expect(shown.values.at(-1)).toBe('1 2 3 4 >');
  });

  it('is stale without observers', async () => {
    const { getPosts, load, posts$, requests, shown, stateOf, store } = kit();
    requests.last.answer(answer('1 2', '2'));
    await load('fetchNext', answer('3 4', '4'));
    shown.stop();
    rehydrate(store, stateOf(answer('0 1', '1')));
    expect(store.getState(getPosts).status).toBe('stale');
    expect(posts$.getValue().items).toHaveLength(4);
    expect(requests.count).toBe(2);
  });

  it('shows changes of its items', async () => {
    const { load, posts$, requests, stateOf, store } = kit();
    requests.last.answer(answer('1 2', '2'));
    await load('fetchNext', answer('3 4', '4'));
    rehydrate(store, stateOf({ results: [{ id: '1', title: 'There' }], next: '1' }));
    expect(posts$.getValue().items.map(({ title }) => title)).toEqual(['There', '', '', '']);
  });

  it.each([undefined, answer('1 2', '2')])('is left alone by an older state', async (first) => {
    const { load, requests, shown, stateOf, store } = kit(first && { first });
    const early = stateOf(answer('1 2', '2'));
    if (!first) requests.last.answer(answer('1 2', '2'));
    else rehydrate(store, early);
    await load('fetchNext', answer('3 4', '4'));
    const sent = requests.count;
    rehydrate(store, early);
    rehydrate(store, early);
    expect(shown.values.at(-1)).toBe('1 2 3 4 >');
    expect(requests.count).toBe(sent);
    await load('fetchNext', answer('5 6', '6'));
    expect(requests.last.args).toEqual([{ cursor: '4' }]);
  });

  it('stays when it is loaded from the storage', async () => {
    const requests = new FakeRequests();
    const getPosts = postsOf(requests);
    const first = await startProgram();
    const posts$ = pages(first.store, getPosts);
    const shown = collect(posts$.pipe(map(showPages)));
    await flush();
    await first.pass(0);
    requests.last.answer(answer('1 2', '2'));
    const loaded = posts$.getValue().fetchNext();
    requests.last.answer(answer('3 4', '4'));
    await loaded;
    await first.flush();
    const { options, storage } = first;
    const second = await startProgram({ ...options, storage, later: 300 });
    const getSame = getPosts.extend({ key: () => 'same list' });
    second.store.setResponse(getSame, answer('0 1', '1'));
    await second.flush();
    await first.pass(400);
    await storedKeys(first.store, [[getSame]]);
    expect(shown.values.at(-1)).toBe('1 2 3 4 > fetching');
    expect(requests.last.args).toEqual([]);
  });

  it('stays when another tab fetches it', async () => {
    const requests = new FakeRequests();
    const getPosts = postsOf(requests);
    const { frame, tabs } = openTabs(2);
    const [here, there] = tabs.map(({ store }) => pages(store, getPosts));
    const shown = collect(here.pipe(map(showPages)));
    requests.last.answer(answer('1 2', '2'));
    const loaded = here.getValue().fetchNext();
    requests.last.answer(answer('3 4', '4'));
    await loaded;
    frame();
    there.subscribe();
    requests.last.answer(answer('1 2', '2'));
    frame();
    expect(shown.values.at(-1)).toBe('1 2 3 4 >');
    void here.getValue().fetchNext();
    expect(requests.last.args).toEqual([{ cursor: '4' }]);
    tabs[1].store.set(getPosts.schema.results.push, { id: '9' });
    frame();
    expect(shown.values.at(-1)).toBe('1 2 3 4 ~> fetching');
  });
});

describe('a list with its own page only', () => {
  it('has the page that another store brings, and a page in flight continues that one', async () => {
    const { load, posts$, requests, shown, stateOf, store } = kit();
    requests.last.answer(answer('1 2', '2'));
    const next = posts$.getValue().fetchNext();
    rehydrate(store, stateOf(answer('0 1', '1')));
    expect(shown.values.at(-1)).toBe('0 1 ~>');
    requests.last.answer(answer('3 4', '4'));
    await flush();
    requests.last.answer(answer('2 3', '3'));
    await next;
    expect(cursors(requests, 1)).toEqual(['2', '1']);
    await load('fetchNext', answer('4 5', '5'));
    expect(shown.values.at(-1)).toBe('0 1 2 3 4 5 >');
  });

  it('drops the page that another store has brought if further ones exceed `max`', async () => {
    const { load, shown } = kit({ max: 2, first: answer('1 2', '2') });
    await load('fetchNext', answer('3 4', '4'));
    await load('fetchNext', answer('5 6', '6'));
    expect(shown.values.at(-1)).toBe('3 4 5 6 >');
  });
});

describe('a list that `getPage` has extended', () => {
  const requests = fakeRequests();
  const getPosts = new RestEndpoint({
    path: '/posts',
    schema: { results: new Collection([Post]), next: '' },
    fetch: requests.send,
  });
  const getPage = getPosts.paginated('cursor');
  const load = async (store: Store): Promise<void> => {
    store.setResponse(getPosts, answer('1 2', '2'));
    const loaded = store.fetch(getPage, { cursor: '2' });
    requests.last.answer(answer('3 4', '4'));
    await loaded;
  };

  it('starts over with a newer first page of another store', async () => {
    const { clock, store } = storeKit();
    const { store: server } = storeKit({ scheduler: clock });
    await load(store);
    clock.advance(10);
    server.setResponse(getPosts, answer('1 2', '2'));
    clock.advance(10);
    rehydrate(store, JSON.parse(JSON.stringify(dehydrate(server))) as DehydratedState);
    expect(store.getState(getPosts)).toMatchObject({ status: 'valid', data: answer('1 2', '2') });
    // Its page is not in the list: it is fetched before a further one follows.
    expect(store.getState(getPage, { cursor: '2' }).status).toBe('stale');
  });

  it('is fetched again after a call in a tab that has its first page', async () => {
    const { frame, tabs } = openTabs(2);
    const [here, there] = tabs.map(({ store }) => store);
    await load(here);
    frame();
    there.setResponse(getPosts, answer('1 2', '2'));
    frame();
    expect(here.getState(getPosts).status).toBe('valid');
    there.set(getPosts.schema.results.push, { id: '9' });
    frame();
    expect(here.getState(getPosts).status).toBe('stale');
  });
});
