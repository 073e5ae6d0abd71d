import { of, throwError } from 'rxjs';
import { pages } from '../../../src/features/pages/pages.ts';
import type { PagesState } from '../../../src/features/pages/PagesState.ts';
import type { Interceptor } from '../../../src/kernel/requests/Interceptor.ts';
import { inspect } from '../../../src/tools/inspect/index.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import type { StoreOptions } from '../../../src/kernel/store/StoreOptions.ts';
import { fixture } from '../../../src/tools/testing/Fixture.ts';
import { createTestStore } from '../../../src/tools/testing/createTestStore.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';
import { answer, flush, Post, postsOf, showPages } from './support.ts';

/** A list of three pages, `a`, `b` and `c`, that is being fetched again. */
async function refetching(options: StoreOptions = {}) {
  const requests = new FakeRequests();
  const kit = storeKit(options);
  const getPosts = postsOf(requests);
  const posts$ = pages(kit.store, getPosts);
  const states: PagesState<unknown, Post>[] = [];
  posts$.subscribe((state) => states.push(state));
  const shown = () => showPages(posts$.getValue());
  requests.last.answer(answer('a', '1'));
  for (const [id, next] of [
    ['b', '2'],
    ['c', ''],
  ] as const) {
    void posts$.getValue().fetchNext();
    requests.last.answer(answer(id, next));
    await flush();
  }
  const first = requests.count;
  const refetched = posts$.getValue().refetch();
  const settled = refetched.then(
    () => 'done',
    (error: Error) => error.message,
  );
  const cursors = () =>
    requests.sent
      .slice(first)
      .map(({ args: [given] }) => (given as { cursor?: string } | undefined)?.cursor ?? '0')
      .join();
  return { ...kit, getPosts, posts$, requests, shown, states, settled, cursors };
}

const retry = { count: 3, delay: 10, when: () => true };

describe('a refetch of pages', () => {
  it('sends a page that failed again, and none before it', async () => {
    const { clock, cursors, requests, settled, shown } = await refetching({ retry });
    requests.last.answer(answer('a', '1'));
    requests.last.fail(new TypeError('down'));
    expect(shown()).toBe('a b c fetching');
    clock.advance(40);
    requests.last.answer(answer('B', '2'));
    requests.last.answer(answer('c'));
    await expect(settled).resolves.toBe('done');
    expect(cursors()).toBe('0,1,1,2');
    expect(shown()).toBe('a B c');
  });

  it('counts the tries of the page in flight', async () => {
    const { clock, posts$, requests, store, getPosts } = await refetching({ retry });
    const attempt = () => store.getState(getPosts).attempt;
    expect(attempt()).toBe(1);
    requests.last.fail(new TypeError('down'));
    clock.advance(40);
    expect([attempt(), posts$.getValue().fetching]).toEqual([2, true]);
    requests.last.answer(answer('a', '1'));
    expect(attempt()).toBe(1);
  });

  it('keeps the list if a page fails for good', async () => {
    const { cursors, requests, settled, shown } = await refetching({ retry: false });
    requests.last.answer(answer('A', '1'));
    requests.last.fail(new TypeError('down'));
    await expect(settled).resolves.toBe('down');
    expect(cursors()).toBe('0,1');
    expect(shown()).toBe('a b c error down');
  });

  it('gives each page the whole time limit', async () => {
    const { clock, requests, settled, shown } = await refetching({ timeout: 100, retry: false });
    for (const [id, next] of [
      ['A', '1'],
      ['B', '2'],
      ['C', ''],
    ] as const) {
      clock.advance(80);
      requests.last.answer(answer(id, next));
    }
    await expect(settled).resolves.toBe('done');
    expect(shown()).toBe('A B C');
  });

  it('ends with a page that takes too long', async () => {
    const { clock, requests, settled } = await refetching({ timeout: 100, retry: false });
    requests.last.answer(answer('A', '1'));
    clock.advance(101);
    await expect(settled).resolves.toMatch(/100 ms/);
    expect(requests.last.isFollowed).toBe(false);
  });

  it('passes each page through the interceptors, which may bring one themselves', async () => {
    const seen: string[] = [];
    const mock: Interceptor = (request, next) => {
      seen.push(`${request.key} ${request.attempt}`);
      return request.key.includes('cursor=1') ? of(answer('mock', '2')) : next(request);
    };
    const { cursors, requests, settled, shown } = await refetching({ interceptors: [mock] });
    await flush();
    seen.length = 0;
    void settled;
    requests.last.answer(answer('A', '1'));
    await flush();
    requests.last.answer(answer('C'));
    await expect(settled).resolves.toBe('done');
    expect(shown()).toBe('A mock C');
    expect(cursors()).toBe('0,2');
    expect(seen).toEqual(['GET /posts?cursor=1 1', 'GET /posts?cursor=2 1']);
  });

  it('fails with what an interceptor throws for one page', async () => {
    let isDown = false;
    const gate: Interceptor = (request, next) =>
      isDown && request.key.includes('cursor=1')
        ? throwError(() => new Error('refused'))
        : next(request);
    const kit = await refetching({ interceptors: [gate], retry: false });
    isDown = true;
    kit.requests.last.answer(answer('A', '1'));
    await expect(kit.settled).resolves.toBe('refused');
    expect(kit.shown()).toBe('a b c error refused');
  });

  it('is one action for each page in the log, and one that stores them', async () => {
    const actions: string[] = [];
    const { requests, settled, store } = await refetching();
    store.actions$.subscribe(({ type, ...action }) =>
      actions.push(`${type} ${'key' in action ? action.key : ''}`),
    );
    requests.last.answer(answer('A', '1'));
    requests.last.answer(answer('B', '2'));
    requests.last.answer(answer('C'));
    await settled;
    expect(actions).toEqual([
      'fetch GET /posts?cursor=1',
      'fetch GET /posts?cursor=2',
      'setResponse GET /posts',
    ]);
  });

  it('is aborted as a whole by a reset, also between two tries of a page', async () => {
    const { clock, requests, settled, store } = await refetching({ retry });
    requests.last.answer(answer('A', '1'));
    requests.last.fail(new TypeError('down'));
    const before = requests.count;
    void store.reset();
    await expect(settled).resolves.toMatch(/reset/);
    // The observer fetches the first page, and nothing is left of the refetch.
    clock.advance(1_000);
    expect(requests.sent.slice(before).map(({ args }) => args)).toEqual([[]]);
  });

  it('ends its pause when the last observer leaves', async () => {
    const requests = new FakeRequests();
    const { store, clock } = storeKit({ retry });
    const posts$ = pages(store, postsOf(requests));
    const reader = posts$.subscribe();
    requests.last.answer(answer('a', '1'));
    void posts$
      .getValue()
      .refetch()
      .catch(() => {});
    requests.last.fail(new TypeError('down'));
    reader.unsubscribe();
    await flush();
    clock.advance(60_000);
    expect(requests.count).toBe(2);
  });

  it('shows each page to devtools', async () => {
    const { posts$, requests, settled, store } = await refetching();
    for (const id of ['a', 'b', 'c']) requests.last.answer(answer(id, id === 'c' ? '' : '1'));
    await settled;
    const recording = inspect(store).record();
    const again = posts$.getValue().refetch();
    for (const id of ['A', 'B', 'C']) requests.last.answer(answer(id, id === 'C' ? '' : '1'));
    await again;
    const shown = recording.requests.map(({ key }) => key);
    expect(shown).toEqual([
      'GET /posts',
      'GET /posts',
      'GET /posts?cursor=1',
      'GET /posts?cursor=1',
    ]);
  });

  it('is recorded as reads that overlap no other one', async () => {
    const { posts$, requests, settled, store } = await refetching();
    for (const id of ['a', 'b', 'c']) requests.last.answer(answer(id, id === 'c' ? '' : '1'));
    await settled;
    const recording = inspect(store).record();
    const again = posts$.getValue().refetch();
    for (const id of ['A', 'B', 'C']) requests.last.answer(answer(id, id === 'C' ? '' : '1'));
    await again;
    const recorded = recording.requests.map(({ isMutation, overlaps, reason }) => {
      return [isMutation, overlaps, reason.code];
    });
    const part = [false, [], 'part'];
    expect(recorded).toEqual([[false, [], 'called'], part, part, part]);
    expect(recording.requests[1].reason.text).toMatch(/^A read of all loaded pages sends it\./);
  });
});

it('a part that is tried again is recorded with all its tries', async () => {
  const { clock, posts$, requests, settled, store } = await refetching({ retry });
  for (const id of ['a', 'b', 'c']) requests.last.answer(answer(id, id === 'c' ? '' : '1'));
  await settled;
  const recording = inspect(store).record();
  const again = posts$.getValue().refetch();
  requests.last.fail(new TypeError('down'));
  clock.advance(40);
  for (const id of ['A', 'B', 'C']) requests.last.answer(answer(id, id === 'C' ? '' : '1'));
  await again;
  const tries = recording.requests.map(({ attempts, outcome }) => `${attempts.length} ${outcome}`);
  expect(tries).toEqual(['1 stored', '2 stored', '1 stored', '1 stored']);
});

/** The type of the parameters that select a page. */
const searchParams: { readonly cursor?: string } = {};

it('fixtures bring each page of a refetch', async () => {
  const getPosts = new RestEndpoint({
    path: '/posts',
    searchParams,
    schema: { results: new Collection([Post]), next: '' },
    pages: { next: ({ next }) => ({ cursor: next }) },
  });
  const store = createTestStore({
    fixtures: [
      fixture({ endpoint: getPosts, args: [], response: { results: [{ id: 'a' }], next: '1' } }),
      fixture({
        endpoint: getPosts,
        args: [{ cursor: '1' }],
        response: { results: [{ id: 'b' }] },
      }),
    ],
  });
  const posts$ = pages(store, getPosts);
  posts$.subscribe();
  await store.settled();
  const next = posts$.getValue().fetchNext();
  await store.settled();
  await next;
  const again = posts$.getValue().refetch();
  await store.settled();
  await again;
  expect(posts$.getValue().items.map(({ id }) => id)).toEqual(['a', 'b']);
});
