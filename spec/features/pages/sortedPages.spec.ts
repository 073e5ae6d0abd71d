import { createStore } from '../../../src/kernel/store/createStore.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { pages } from '../../../src/features/pages/pages.ts';
import { resource } from '../../../src/http/rest/resource.ts';

class Ticket extends Entity {
  id = 0;
  status = 'open';
  rank = 0;
  static override readonly key = 'Ticket';
}

const TicketResource = resource({
  path: '/tickets/:id',
  schema: Ticket,
  // oxlint-disable-next-line no-unnecessary-type-assertion -- The cast gives the type of the parameters.
  searchParams: {} as { status?: readonly string[] },
  sort: (a, b) => b.rank - a.rank || a.id - b.id,
  optimistic: true,
}).extend(({ getList }) => ({
  getList: getList.extend({
    schema: { items: getList.schema, total: getList.schema.count },
    pages: {
      next: ({ items, total }) => (items.length < total ? { offset: items.length } : null),
    },
  }),
}));
const { getList, partialUpdate } = TicketResource;

/** A server with six open tickets, in pages of two, the highest rank first. */
function desk() {
  const tickets = [6, 5, 4, 3, 2, 1].map((rank, at) => ({ id: at + 1, status: 'open', rank }));
  const sorted = () => [...tickets].sort((a, b) => b.rank - a.rank || a.id - b.id);
  const store = createStore({
    fetch: async (input, init) => {
      // The casts hold: the resource sends texts to paths.
      const url = new URL(input as string, 'http://desk');
      const body = init?.body ? (JSON.parse(init.body as string) as object) : {};
      if (init?.method === 'POST') {
        const ticket = { id: tickets.length + 1, status: '', rank: 0, ...body };
        tickets.push(ticket);
        return Response.json(ticket);
      }
      if (init?.method === 'PATCH') {
        const ticket = tickets.find(({ id }) => url.pathname.endsWith(`/${id}`))!;
        return Response.json(Object.assign(ticket, body));
      }
      const offset = Number(url.searchParams.get('offset') ?? 0);
      const items = sorted().slice(offset, offset + 2);
      return Response.json({ items, total: tickets.length });
    },
  });
  const args = { status: ['open', 'pending'] };
  const list$ = pages(store, getList, args);
  list$.subscribe();
  const shown = () => {
    const { items, data } = list$.getValue();
    return { ids: items.map(({ id }) => id), total: data?.total };
  };
  const expected = () => ({
    ids: sorted()
      .slice(0, shown().ids.length)
      .map(({ id }) => id),
    total: tickets.length,
  });
  const next = () => list$.getValue().fetchNext();
  return { store, args, shown, expected, next, list$ };
}

describe('sorted pages with a count', () => {
  for (const more of [0, 1, 2]) {
    it(`counts a created entity after ${more} more pages`, async () => {
      const { store, args, shown, expected, next } = desk();
      await store.fetch(getList, args);
      for (let page = 0; page < more; page++) await next();
      await store.fetch(getList.push, { status: 'open', rank: 4.5 });
      expect(shown()).toEqual(expected());
    });

    it(`counts an entity that leaves, after ${more} more pages`, async () => {
      const { store, args, shown, next } = desk();
      await store.fetch(getList, args);
      for (let page = 0; page < more; page++) await next();
      await store.fetch(partialUpdate, { id: 1 }, { status: 'closed' });
      expect(shown().total).toBe(5);
    });

    it(`takes an entity out that moves behind the last one, after ${more} more pages`, async () => {
      const { store, args, shown, expected, next } = desk();
      await store.fetch(getList, args);
      for (let page = 0; page < more; page++) await next();
      await store.fetch(partialUpdate, { id: 1 }, { rank: 0 });
      expect(shown()).toEqual(expected());
      await next();
      expect(shown()).toEqual(expected());
    });
  }
});
