import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { pages } from '../../../src/features/pages/pages.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import type { FakeRequests } from '../../support/FakeRequests.ts';
import { answer, flush, pagesKit, Post } from './support.ts';

it('shows the first page, then adds the next ones', async () => {
  const { requests, shown, state } = pagesKit();
  requests.last.answer(answer('1 2', '2'));
  const next = state().fetchNext();
  requests.last.answer(answer('3 4'));
  await next;
  expect(requests.sent.map(({ args }) => args)).toEqual([[], [{ cursor: '2' }]]);
  expect(shown.values).toEqual(['fetching', '1 2 >', '1 2 ~>', '1 2 3 4']);
});

it('sends one request for all calls of fetchNext while it is in flight', async () => {
  const { requests, state } = pagesKit();
  requests.last.answer(answer('1', '1'));
  const { fetchNext } = state();
  const calls = [fetchNext(), fetchNext(), state().fetchNext()];
  expect(new Set(calls).size).toBe(1);
  requests.last.answer(answer('2'));
  await Promise.all(calls);
  await fetchNext();
  expect(requests.count).toBe(2);
  expect(state().fetchNext).toBe(fetchNext);
});

it('keeps the pages when one fails, and fetches it again when called again', async () => {
  const { requests, shown, state } = pagesKit();
  requests.last.answer(answer('1', '1'));
  const failed = state().fetchNext();
  requests.last.fail(new Error('down'));
  await expect(failed).rejects.toThrow('down');
  expect(shown.values.at(-1)).toBe('1 > error down');
  const next = state().fetchNext();
  expect(shown.values.at(-1)).toBe('1 ~>');
  requests.last.answer(answer('2'));
  await next;
  expect(shown.values.at(-1)).toBe('1 2');
});

it('fetches the shown pages again in their order, and replaces them in one commit', async () => {
  const { getPosts, requests, shown, state, store } = pagesKit();
  requests.last.answer(answer('1 2', '2'));
  void state().fetchNext();
  requests.last.answer(answer('3 4', '4'));
  await flush();
  shown.news();
  store.expireAll(getPosts);
  requests.last.answer(answer('0 1', '1'));
  expect(requests.last.args).toEqual([{ cursor: '1' }]);
  requests.last.answer(answer('2 3', '3'));
  await flush();
  expect(shown.news()).toEqual(['1 2 3 4 > fetching', '0 1 2 3 >']);
  void state().fetchNext();
  expect(requests.last.args).toEqual([{ cursor: '3' }]);
});

it('keeps all pages when one of them cannot be fetched again', async () => {
  const { requests, shown, state } = pagesKit();
  requests.last.answer(answer('1', '1'));
  void state().fetchNext();
  requests.last.answer(answer('2', '2'));
  await flush();
  const refetched = state().refetch();
  requests.last.answer(answer('1', '1'));
  requests.last.fail(new Error('down'));
  await expect(refetched).rejects.toThrow('down');
  expect(shown.values.at(-1)).toBe('1 2 > error down');
});

it('shows no item twice when the pages overlap', async () => {
  const { requests, shown, state } = pagesKit();
  requests.last.answer(answer('1 2', '2'));
  void state().fetchNext();
  requests.last.answer(answer('2 3', '3'));
  await flush();
  expect(shown.values.at(-1)).toBe('1 2 3 >');
  void state().refetch();
  requests.last.answer(answer('1 2', '2'));
  requests.last.answer(answer('2 3', '3'));
  await flush();
  expect(shown.values.at(-1)).toBe('1 2 3 >');
});

it('adds pages at the start, with the cursor of the first page', async () => {
  const { requests, shown, state } = pagesKit();
  requests.last.answer(answer('5 6', '6', '5'));
  void state().fetchNext();
  requests.last.answer(answer('7 8', '8', '7'));
  await flush();
  const previous = state().fetchPrevious();
  expect(requests.last.args).toEqual([{ cursor: '5' }]);
  requests.last.answer(answer('3 4', '4', '3'));
  await previous;
  expect(shown.values.at(-1)).toBe('< 3 4 5 6 7 8 >');
  void state().fetchPrevious();
  expect(requests.last.args).toEqual([{ cursor: '3' }]);
  requests.last.answer(answer('1 2', '2', ''));
  await flush();
  expect(shown.values.at(-1)).toBe('1 2 3 4 5 6 7 8 >');
  void state().fetchNext();
  expect(requests.last.args).toEqual([{ cursor: '8' }]);
});

describe('a refetch', () => {
  const cursors = (requests: FakeRequests, from: number) =>
    requests.sent.slice(from).map(({ args: [given] }) => (given as { cursor?: string })?.cursor);

  it('goes from the own page of the list to both ends', async () => {
    const { requests, shown, state } = pagesKit();
    requests.last.answer(answer('3', '3', '3'));
    void state().fetchPrevious();
    requests.last.answer(answer('2', '2', '2'));
    void state().fetchNext();
    requests.last.answer(answer('4', '4', '3'));
    await flush();
    void state().refetch();
    requests.last.answer(answer('3', '3', '3'));
    requests.last.answer(answer('2', '2', '2'));
    requests.last.answer(answer('4', '4', '3'));
    await flush();
    expect(cursors(requests, 3)).toEqual([undefined, '3', '3']);
    expect(shown.values.at(-1)).toBe('< 2 3 4 >');
  });

  // A chat: its own page has the latest messages.
  it('keeps a list that only has pages before its own', async () => {
    const { requests, shown, state } = pagesKit();
    requests.last.answer(answer('5 6', '', '5'));
    void state().fetchPrevious();
    requests.last.answer(answer('3 4', '', '3'));
    await flush();
    expect(shown.values.at(-1)).toBe('< 3 4 5 6');
    void state().refetch();
    requests.last.answer(answer('5 6 7', '', '5'));
    requests.last.answer(answer('3 4', '', '3'));
    await flush();
    expect(cursors(requests, 2)).toEqual([undefined, '5']);
    expect(shown.values.at(-1)).toBe('< 3 4 5 6 7');
  });

  it('goes back from the last page if the own one was dropped', async () => {
    const { requests, shown, state } = pagesKit(2);
    requests.last.answer(answer('6', '', '6'));
    for (const [id, previous] of [
      ['5', '5'],
      ['4', '4'],
    ] as const) {
      void state().fetchPrevious();
      requests.last.answer(answer(id, '', previous));
      await flush();
    }
    expect(shown.values.at(-1)).toBe('< 4 5');
    void state().refetch();
    requests.last.answer(answer('5', '', '5'));
    requests.last.answer(answer('4', '', '4'));
    await flush();
    expect(cursors(requests, 3)).toEqual(['6', '5']);
    expect(shown.values.at(-1)).toBe('< 4 5');
  });
});

describe('max', () => {
  it('drops pages at the other end, and fetches them again', async () => {
    const { requests, shown, state } = pagesKit(2);
    requests.last.answer(answer('1', '1', ''));
    void state().fetchNext();
    requests.last.answer(answer('2', '2', '2'));
    await flush();
    void state().fetchNext();
    requests.last.answer(answer('3', '3', '3'));
    await flush();
    expect(shown.values.at(-1)).toBe('< 2 3 >');
    void state().fetchPrevious();
    expect(requests.last.args).toEqual([{ cursor: '2' }]);
    requests.last.answer(answer('1', '1', ''));
    await flush();
    expect(shown.values.at(-1)).toBe('1 2 >');
    void state().fetchNext();
    expect(requests.last.args).toEqual([{ cursor: '2' }]);
  });

  it('of one page shows each page alone', async () => {
    const { requests, shown, state } = pagesKit(1);
    requests.last.answer(answer('1 2', '2', ''));
    void state().fetchNext();
    requests.last.answer(answer('3 4', '4', '3'));
    await flush();
    expect(shown.values.at(-1)).toBe('< 3 4 >');
    void state().fetchPrevious();
    requests.last.answer(answer('1 2', '2', ''));
    await flush();
    expect(shown.values.at(-1)).toBe('1 2 >');
  });

  it('drops members that were added to the page that leaves, and keeps those of another page', async () => {
    const { getPosts, requests, shown, state, store } = pagesKit(2);
    requests.last.answer(answer('1 2', '2'));
    void state().fetchNext();
    requests.last.answer(answer('2 3', '3'));
    await flush();
    store.setResponse(getPosts.unshift, { id: '0' }, { id: '0' });
    expect(shown.values.at(-1)).toBe('0 1 2 3 >');
    void state().fetchNext();
    requests.last.answer(answer('4', '4'));
    await flush();
    expect(shown.values.at(-1)).toBe('2 3 4 >');
  });
});

describe('requests that overlap', () => {
  it('a page that is added during a refetch is fetched again by it', async () => {
    const { requests, shown, state } = pagesKit();
    requests.last.answer(answer('1', '1'));
    void state().refetch();
    const refetch = requests.last;
    void state().fetchNext();
    requests.last.answer(answer('2', '2'));
    await flush();
    refetch.answer(answer('1', '1'));
    expect(requests.last.args).toEqual([{ cursor: '1' }]);
    requests.last.answer(answer('2', '2'));
    await flush();
    expect(shown.values.at(-1)).toBe('1 2 >');
    expect(requests.count).toBe(4);
  });

  it('a page that no longer continues the list is not added: the one that does is fetched', async () => {
    const { requests, shown, state } = pagesKit();
    requests.last.answer(answer('1', '1'));
    const next = state().fetchNext();
    const page = requests.last;
    void state().refetch();
    requests.last.answer(answer('0', '0'));
    page.answer(answer('2', '2'));
    await flush();
    expect(shown.values.at(-1)).toBe('0 ~>');
    expect(requests.last.args).toEqual([{ cursor: '0' }]);
    requests.last.answer(answer('1', '1'));
    await next;
    expect(shown.values.at(-1)).toBe('0 1 >');
  });

  it('a page with the same cursor after a refetch is added without another request', async () => {
    const { requests, shown, state } = pagesKit();
    requests.last.answer(answer('1', '1'));
    void state().fetchNext();
    const page = requests.last;
    void state().refetch();
    requests.last.answer(answer('1', '1'));
    page.answer(answer('2', '2'));
    await flush();
    expect(shown.values.at(-1)).toBe('1 2 >');
    expect(requests.count).toBe(3);
  });

  it('a page that overlaps a mutation of its items is fetched once more, with all others', async () => {
    const { requests, state, store } = pagesKit();
    requests.last.answer(answer('1', '1'));
    const update = new Endpoint(({ id }: { id: string }) => requests.send({ id }), {
      name: 'update',
      sideEffect: true,
      schema: Post,
    });
    void state().fetchNext();
    const page = requests.last;
    void store.fetch(update, { id: '2' });
    requests.last.answer({ id: '2', title: 'b' });
    page.answer(answer('2', ''));
    await flush();
    expect(requests.count).toBe(4);
    requests.last.answer(answer('1', '1'));
    requests.last.answer(answer('2', ''));
    await flush();
    expect(requests.count).toBe(5);
    expect(state().fetching).toBe(false);
  });
});

describe('the list', () => {
  it('shows created, removed and changed items at once', async () => {
    const { getPosts, requests, shown, state, store } = pagesKit();
    requests.last.answer(answer('1 2', '2'));
    void state().fetchNext();
    requests.last.answer(answer('3', ''));
    await flush();
    store.setResponse(getPosts.unshift, { id: '0' }, { id: '0' });
    store.setResponse(getPosts.remove, { id: '2' }, { id: '2' });
    expect(shown.values.at(-1)).toBe('0 1 3');
  });

  it('shows predictions of pending mutations between the pages, with one real id in the end', async () => {
    const { getPosts, requests, shown, state, store } = pagesKit();
    const predict = {
      getOptimisticResponse: (_snapshot: unknown, post: { title: string }) => post,
    };
    const create = getPosts.unshift.extend({ body: {} as { title: string }, ...predict });
    const remove = new Endpoint((args: { id: string }) => requests.send(args), {
      name: 'remove',
      sideEffect: true,
      schema: new Invalidate(Post),
      getOptimisticResponse: (_snapshot, args: { id: string }) => args,
    });
    requests.last.answer(answer('1 2', '2'));
    void store.fetch(create, { title: 'new' });
    const creation = requests.last;
    const removal = store.fetch(remove, { id: '1' }).catch((error: Error) => error.message);
    const removed = requests.last;
    const [{ id: placeholder }] = state().items;
    expect(shown.values.at(-1)).toBe(`${placeholder} 2 >`);

    void state().fetchNext();
    requests.last.answer(answer('3', '3'));
    await flush();
    expect(shown.values.at(-1)).toBe(`${placeholder} 2 3 >`);

    creation.answer({ id: '0', title: 'new' });
    removed.fail(new Error('refused'));
    expect(await removal).toBe('refused');
    expect(shown.values.at(-1)).toContain('0 1 2 3 >');
    // The server may bring the created post on a page, too.
    void state().fetchNext();
    requests.last.answer(answer('4 0', ''));
    await flush();
    expect(state().items.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4']);
    store.dispose();
  });

  it('takes messages at its start, each once, and keeps the cursor of its end', async () => {
    const { getPosts, requests, shown, state, store } = pagesKit();
    requests.last.answer(answer('2 3', '3'));
    for (const id of ['1', '0', '1']) store.setResponse(getPosts.unshift, { id }, { id });
    expect(shown.values.at(-1)).toBe('0 1 2 3 >');
    void state().fetchNext();
    expect(requests.last.args).toEqual([{ cursor: '3' }]);
  });

  it('starts over with another response to its own endpoint', async () => {
    const { getPosts, requests, shown, state, store } = pagesKit();
    requests.last.answer(answer('1', '1'));
    void state().fetchNext();
    requests.last.answer(answer('2', '2'));
    await flush();
    store.setResponse(getPosts, answer('1', '1'));
    expect(shown.values.at(-1)).toBe('1 >');
    void state().refetch();
    requests.last.answer(answer('1', '1'));
    await flush();
    expect(requests.count).toBe(3);
  });

  it('starts over after a reset', async () => {
    const { requests, shown, state, store } = pagesKit();
    requests.last.answer(answer('1', '1'));
    const next = state().fetchNext();
    void store.reset();
    await expect(next).rejects.toThrow('SB_RESET');
    requests.last.answer(answer('1', '1'));
    await flush();
    expect(shown.values.slice(-2)).toEqual(['fetching', '1 >']);
  });

  it('keeps its pages when another observer of the key fetches them', async () => {
    const { getPosts, requests, shown, state, store } = pagesKit();
    requests.last.answer(answer('1', '1'));
    void state().fetchNext();
    requests.last.answer(answer('2', '2'));
    await flush();
    void store.fetch(getPosts);
    requests.last.answer(answer('1', '1'));
    requests.last.answer(answer('2', '2'));
    await flush();
    expect(shown.values.at(-1)).toBe('1 2 >');
  });

  it('has all pages from the cache for the next observer', async () => {
    const { getPosts, requests, shown, state, store } = pagesKit();
    requests.last.answer(answer('1', '1'));
    void state().fetchNext();
    requests.last.answer(answer('2', '2'));
    await flush();
    shown.stop();
    const again$ = pages(store, getPosts);
    again$.subscribe();
    expect(again$.getValue()).toMatchObject({ hasNext: true, fetching: false });
    expect(again$.getValue().items).toHaveLength(2);
    expect(requests.count).toBe(2);
  });
});

it('is one object for a key, and one state until a member changes', async () => {
  const { getPosts, posts$, requests, state, store } = pagesKit();
  requests.last.answer(answer('1', '1'));
  expect(pages(store, getPosts)).toBe(posts$);
  expect(state()).toBe(state());
  expect(pages(store, getPosts, { tag: 'a' })).not.toBe(posts$);
});

it('does nothing for null', async () => {
  const { getPosts, requests, store } = pagesKit();
  const none$ = pages(store, getPosts, null);
  none$.subscribe();
  await none$.getValue().fetchNext();
  expect(none$.getValue()).toMatchObject({ items: [], hasNext: false, fetching: false });
  expect(requests.count).toBe(1);
});

it('aborts the page in flight with the last observer if the endpoint says so', async () => {
  const { getPosts, requests, store } = pagesKit();
  const cancelled = getPosts.extend({ cancel: true });
  const posts$ = pages(store, cancelled, { tag: 'a' });
  const subscription = posts$.subscribe();
  requests.last.answer(answer('1', '1'));
  const next = posts$.getValue().fetchNext();
  const page = requests.last;
  subscription.unsubscribe();
  await expect(next).rejects.toThrow('SB_ABORTED');
  expect(page.isFollowed).toBe(false);
  expect(posts$.getValue()).toMatchObject({ fetchingNext: false, error: undefined });
});

it('throws for an endpoint that does not declare its pages', () => {
  const { getPosts, store } = pagesKit();
  const undeclared = getPosts.extend({ pages: undefined });
  expect(() => pages(store, undeclared as never)).toThrow('SB_PAGES_UNDECLARED');
});

it('throws for a maximum below one page', () => {
  expect(() => pagesKit(0)).toThrow('pages.max is 0');
});

it('fetches further pages with the args of the call, whatever becomes of the object', async () => {
  const sent: string[] = [];
  const getPosts = new Endpoint(
    (args: { tag: string; after?: string }) => {
      sent.push(JSON.stringify(args));
      return Promise.resolve(args.after ? [{ id: '2' }] : [{ id: '1' }]);
    },
    {
      name: 'getPosts',
      schema: new Collection([Post]),
      pages: { next: () => ({ after: '1' }) },
    },
  );
  const store = createStore();
  const args = { tag: 'a' };
  const posts$ = pages(store, getPosts, args);
  const subscription = posts$.subscribe();
  await flush();
  args.tag = 'b';
  await posts$.getValue().fetchNext();
  expect(sent).toEqual(['{"tag":"a"}', '{"tag":"a","after":"1"}']);
  subscription.unsubscribe();
  store.dispose();
});
