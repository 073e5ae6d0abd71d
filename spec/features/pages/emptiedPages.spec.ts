import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { pages } from '../../../src/features/pages/pages.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';
import { flush } from './support.ts';

class Ticket extends Entity {
  id = 0;
  status = '';
  static override readonly key = 'Ticket';
}

const tickets = new Collection([Ticket], {
  nonFilterArgumentKeys: ['after', 'before', 'offset', 'cursor'],
  sort: (a, b) => a.id - b.id,
});

interface Params {
  status?: string;
  after?: number | undefined;
  before?: number | undefined;
  offset?: number | undefined;
  cursor?: number | null | undefined;
}

interface Data {
  readonly items: readonly Ticket[];
  readonly total: number;
  readonly end: number | null;
}

/** The page after the last item, in the ways in which a program may say it. */
const nexts: Readonly<Record<string, (data: Data) => Params | null>> = {
  'the id of the last item': ({ items, total }) =>
    items.length < total ? { after: items.at(-1)?.id } : null,
  'the id of the last item, if there is one': ({ items, total }) =>
    items.length > 0 && items.length < total ? { after: items.at(-1)!.id } : null,
  'a number of items': ({ items, total }) =>
    items.length < total ? { offset: items.length } : null,
  'a cursor': ({ end }) => ({ cursor: end }),
};

/** A server with open tickets in pages of two, and a store that shows them. */
async function desk(next: (data: Data) => Params | null, count: number, isMiddle = false) {
  const reads = new FakeRequests();
  const { store } = storeKit();
  const open = new Set(Array.from({ length: count }, (_, at) => at + 1));
  const getTickets = new RestEndpoint({
    path: '/tickets',
    // oxlint-disable-next-line no-unnecessary-type-assertion -- The cast gives the type of the parameters.
    searchParams: {} as Params,
    schema: { items: tickets, total: tickets.count, end: null as number | null },
    pages: {
      next,
      ...(isMiddle && {
        previous: ({ items }: Data): Params => {
          return items[0]?.id === 1 ? {} : { before: items[0]?.id };
        },
      }),
    },
    fetch: reads.send,
  });
  const list$ = pages(store, getTickets, { status: 'open' });
  list$.subscribe();
  /** Answers the last request. */
  const answer = async (): Promise<void> => {
    // The cast holds: the endpoint sends its parameters.
    const { after, before, cursor, offset } = reads.last.args[0] as Params;
    const from = after ?? cursor ?? 0;
    const rest = [...open].filter((id) => id > from && id < (before ?? Infinity));
    const start = isMiddle && !from && !before ? 2 : (offset ?? 0);
    const ids = before ? rest.slice(-2) : rest.slice(start, start + 2);
    const end = ids.length > 0 && ids.at(-1)! < Math.max(...open) ? ids.at(-1)! : null;
    const items = ids.map((id) => ({ id, status: 'open' }));
    reads.last.answer({ items, total: open.size, end });
    await flush();
  };
  const close = (...ids: readonly number[]): void => {
    for (const id of ids) open.delete(id);
    store.batch(() => {
      for (const id of ids) store.set(Ticket, { id, status: 'closed' });
    });
  };
  const create = (id: number): void => {
    open.add(id);
    store.set(tickets.push, { id, status: 'open' });
  };
  const load = async (side: 'fetchNext' | 'fetchPrevious'): Promise<void> => {
    const loaded = list$.getValue()[side]();
    await answer();
    await loaded;
  };
  const shown = (): string => {
    const { hasNext, hasPrevious, items } = list$.getValue();
    const ids = items.map(({ id }) => id).join(' ');
    return `${hasPrevious ? '< ' : ''}${ids}${hasNext ? ' >' : ''}`;
  };
  await answer();
  return { answer, close, create, load, reads, shown };
}

describe.each(Object.entries(nexts))('a list whose next page begins at %s', (_what, next) => {
  it('has a next page once all loaded items have left, and shows the rest with it', async () => {
    const { close, load, shown } = await desk(next, 5);
    expect(shown()).toBe('1 2 >');
    close(1, 2);
    expect(shown()).toBe(' >');
    await load('fetchNext');
    expect(shown()).toBe('3 4 >');
  });

  it('has none once all items of a whole list have left', async () => {
    const { close, load, reads, shown } = await desk(next, 3);
    await load('fetchNext');
    expect(shown()).toBe('1 2 3');
    close(1, 2, 3);
    expect(shown()).toBe('');
    await load('fetchNext');
    expect(reads.count).toBe(2);
  });

  it('has none if it arrives empty', async () => {
    const { shown } = await desk(next, 0);
    expect(shown()).toBe('');
  });

  it('has none if it is fetched again, and empty', async () => {
    const { close, load, shown } = await desk(next, 3);
    close(1, 2, 3);
    await load('fetchNext');
    expect(shown()).toBe('');
  });

  it('goes on behind a page whose items have all left', async () => {
    const { close, load, shown } = await desk(next, 7);
    await load('fetchNext');
    close(3, 4);
    expect(shown()).toBe('1 2 >');
    await load('fetchNext');
    expect(shown()).toBe('1 2 5 6 >');
  });

  it('leaves an item out that is created behind the items that are not loaded', async () => {
    const { close, create, load, shown } = await desk(next, 4);
    close(1, 2);
    create(9);
    expect(shown()).toBe(' >');
    await load('fetchNext');
    await load('fetchNext');
    expect(shown()).toBe('3 4 9');
  });
});

it('a list whose previous page ends at its first item has one once all loaded items have left', async () => {
  const { close, load, shown } = await desk(nexts['the id of the last item'], 9, true);
  expect(shown()).toBe('< 3 4 >');
  close(3, 4);
  expect(shown()).toBe('<  >');
  await load('fetchPrevious');
  expect(shown()).toBe('< 5 6 >');
  await load('fetchPrevious');
  expect(shown()).toBe('1 2 5 6 >');
});
