import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { pages } from '../../../src/features/pages/pages.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';
import { flush } from './support.ts';

class Task extends Entity {
  id = 0;
  rank = 0;
  title = '';
  static override readonly key = 'Task';
}

const tasks = new Collection([Task], { sort: (a, b) => a.rank - b.rank });

const task = (id: number, rank = id) => ({ id, rank });

/** A response with these tasks, whose ids are their ranks. */
const page = (ids: readonly number[], total: number, more = false) => {
  return { items: ids.map((id) => task(id)), total, more };
};

/** An observed list in pages, which has one page; `more`: there are others at its `side`. */
async function kit(side: 'next' | 'previous', first: ReturnType<typeof page>) {
  const reads = new FakeRequests();
  const writes = new FakeRequests();
  const { store } = storeKit();
  const beside = ({ items, more }: { items: readonly Task[]; more: boolean }) =>
    more ? { beside: items.at(side === 'next' ? -1 : 0)?.id } : null;
  const getTasks = new RestEndpoint({
    path: '/tasks',
    // oxlint-disable-next-line no-unnecessary-type-assertion -- The cast gives the type of the parameters.
    searchParams: {} as { beside?: number | undefined },
    schema: { items: tasks, total: tasks.count, more: false },
    pages: side === 'next' ? { next: beside } : { next: () => null, previous: beside },
    fetch: reads.send,
  });
  const list$ = pages(store, getTasks);
  list$.subscribe();
  reads.last.answer(first);
  await flush();
  const change = new Endpoint((changed: object) => writes.send(changed), {
    name: 'change',
    schema: Task,
    sideEffect: true,
    getOptimisticResponse: (_snapshot, changed) => changed,
  });
  const refetch = () => store.expireAll(getTasks);
  const shown = () =>
    list$
      .getValue()
      .items.map(({ id }) => id)
      .join(' ');
  return { change, reads, refetch, shown, store, writes };
}

type Side = Parameters<typeof kit>[0];

interface Case {
  readonly what: string;
  readonly side: Side;
  readonly before: ReturnType<typeof page>;
  readonly created?: readonly number[];
  readonly changed: object;
  readonly response: ReturnType<typeof page>;
  readonly shown: string;
}

const cases: readonly Case[] = [
  {
    what: 'leaves a changed item out that is on the next page now',
    side: 'next',
    before: page([1, 2, 3], 3),
    created: [4, 5],
    changed: { ...task(5), title: 'x' },
    response: page([1, 2, 3], 5, true),
    shown: '1 2 3',
  },
  {
    what: 'leaves a changed item out that is on the previous page now',
    side: 'previous',
    before: page([3, 4, 5], 3),
    created: [1, 2],
    changed: { ...task(1), title: 'x' },
    response: page([3, 4, 5], 5, true),
    shown: '3 4 5',
  },
  {
    what: 'leaves an item out that moves behind its end, since others have added a page',
    side: 'next',
    before: page([1, 2, 3], 3),
    changed: task(2, 9),
    response: page([1, 2, 3], 5, true),
    shown: '1 3',
  },
  {
    what: 'keeps an item that moves behind its end, since others have removed the next page',
    side: 'next',
    before: page([1, 2, 3], 5, true),
    changed: task(2, 9),
    response: page([1, 2, 3], 3),
    shown: '1 3 2',
  },
  {
    what: 'leaves an item out that moves before its start, since others have added a page',
    side: 'previous',
    before: page([3, 4, 5], 3),
    changed: task(4, 0),
    response: page([3, 4, 5], 5, true),
    shown: '3 5',
  },
];

describe('a sorted list that is fetched again while an item changes', () => {
  for (const { what, side, before, created = [], changed, response, shown } of cases) {
    /** Begins to fetch the list again, and to change the item. */
    const overlap = async () => {
      const made = await kit(side, before);
      for (const id of created) made.store.set(tasks.push, task(id));
      made.refetch();
      void made.store.fetch(made.change, changed);
      return made;
    };

    it(`${what}: the change settles before the list`, async () => {
      const made = await overlap();
      made.writes.last.answer(changed);
      made.reads.last.answer(response);
      await flush();
      expect(made.shown()).toBe(shown);
    });

    it(`${what}: the change is pending`, async () => {
      const made = await overlap();
      made.reads.last.answer(response);
      await flush();
      expect(made.shown()).toBe(shown);
    });
  }
});
