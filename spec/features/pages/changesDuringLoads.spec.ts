import { Subject } from 'rxjs';
import type { Store } from 'streambed';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { applyMessages } from '../../../src/features/live/applyMessages.ts';
import { pages } from '../../../src/features/pages/pages.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { idsOf, Todo, todo } from '../../support/todos.ts';
import { flush } from './support.ts';

const todos = new Collection([Todo]);
const args = { userId: '1' };
const first = ['1', '2'].map((id) => todo(id));
const second = ['3', '4'].map((id) => todo(id));

/** A store with a list in pages. */
function kit() {
  const reads = new FakeRequests();
  const writes = new FakeRequests();
  const clock = new ManualClock();
  const messages$ = new Subject<(store: Store) => void>();
  const feed = applyMessages(messages$, (to, change) => change(to), { scheduler: clock });
  const { store } = storeKit({ scheduler: clock, plugins: [feed] });
  const getTodos = new RestEndpoint({
    path: '/todos',
    searchParams: {} as { userId: string; page?: string },
    schema: todos,
    fetch: reads.send,
    paginationField: 'page',
    pages: { next: (_list, { count }) => (count < 2 ? { page: '2' } : null) },
  });
  return { reads, writes, clock, messages$, store, getTodos };
}

type Kit = ReturnType<typeof kit>;

/** Begins to load pages. Returns the response to the last request. */
const situations: Readonly<Record<string, (kit: Kit) => Promise<readonly object[]>>> = {
  async 'a page of an unknown list'({ store, getTodos }) {
    void store.fetch(getTodos.getPage, { ...args, page: '2' });
    return second;
  },
  async 'a further page by getPage'({ store, getTodos }) {
    store.setResponse(getTodos, args, first);
    void store.fetch(getTodos.getPage, { ...args, page: '2' });
    return second;
  },
  async 'the first page'({ store, getTodos }) {
    pages(store, getTodos, args).subscribe();
    return [...first, ...second];
  },
  async 'a further page'({ store, getTodos, reads }) {
    const pages$ = pages(store, getTodos, args);
    pages$.subscribe();
    reads.last.answer(first);
    void pages$.getValue().fetchNext();
    await flush();
    return second;
  },
  async 'all pages once more'({ store, getTodos, reads }) {
    const pages$ = pages(store, getTodos, args);
    pages$.subscribe();
    reads.last.answer(first);
    void pages$.getValue().fetchNext();
    reads.last.answer(second);
    await flush();
    store.expireAll(getTodos);
    reads.last.answer(first);
    await flush();
    return second;
  },
};

interface Change {
  readonly schema: Pick<typeof todos.push, 'normalize'>;
  readonly value: unknown;
  /** The members that the list has, and lacks, after it. */
  readonly has: string;
  readonly lacks?: string;
}

const changes: Readonly<Record<string, Change>> = {
  push: { schema: todos.push, value: todo('9'), has: '9' },
  'push of a member of the page': { schema: todos.push, value: todo('3'), has: '3' },
  unshift: { schema: todos.unshift, value: todo('9'), has: '9' },
  'move to it': { schema: todos.move, value: todo('9'), has: '9' },
  'move to another list': { schema: todos.move, value: todo('3', '7'), has: '4', lacks: '3' },
  remove: { schema: todos.remove, value: todo('3'), has: '4', lacks: '3' },
  'remove by the primary key': { schema: todos.remove, value: '3', has: '4', lacks: '3' },
};

const sources: Readonly<Record<string, (kit: Kit, change: Change) => void>> = {
  'by set'({ store }, { schema, value }) {
    store.set(schema as typeof todos.push, value as never);
  },
  'by a message'({ store, messages$, clock }, { schema, value }) {
    messages$.next(() => store.set(schema as typeof todos.push, value as never));
    clock.advance(16);
  },
  'by a mutation'({ store, writes }, { schema, value }) {
    const name = 'change';
    void store.fetch(new Endpoint(writes.send, { name, schema, sideEffect: true }), value);
    writes.last.answer(value);
  },
};

const cases = Object.entries(situations).flatMap(([situation, load]) =>
  Object.entries(changes).flatMap(([name, change]) =>
    Object.entries(sources).map(([source, apply]) => ({
      title: `${name} ${source} is applied to ${situation}, requested before it`,
      load,
      change,
      apply,
    })),
  ),
);

it.each(cases)('$title', async ({ load, change, apply }) => {
  const made = kit();
  const { reads, store } = made;
  const response = await load(made);
  const request = reads.last;
  apply(made, change);
  await flush();
  request.answer(response);
  await flush();
  const shown = idsOf(store.get(todos, args))?.split(' ') ?? [];
  expect(shown).toContain(change.has);
  expect(shown).not.toContain(change.lacks);
  expect(new Set(shown).size).toBe(shown.length);
});

it('a member that left a page in flight comes back with a later change', async () => {
  const made = kit();
  const { reads, store, getTodos } = made;
  store.setResponse(getTodos, args, first);
  void store.fetch(getTodos.getPage, { ...args, page: '2' });
  store.set(todos.remove, '3');
  store.set(todos.push, todo('3'));
  reads.last.answer(second);
  expect(idsOf(store.get(todos, args))).toBe('1 2 4 3');
});

it('a page brings no member back into a list that was fetched after the member had come', () => {
  const { reads, store, getTodos } = kit();
  store.setResponse(getTodos, args, first);
  void store.fetch(getTodos.getPage, { ...args, page: '2' });
  store.set(todos.push, todo('9'));
  store.setResponse(getTodos, args, first);
  reads.last.answer(second);
  expect(idsOf(store.get(todos, args))).toBe('1 2 3 4');
});
