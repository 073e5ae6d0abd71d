import { createStore } from '../../../src/kernel/store/createStore.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { pages } from '../../../src/features/pages/pages.ts';
import { resource } from '../../../src/http/rest/resource.ts';
import { flush } from './support.ts';

class Message extends Entity {
  id = 0;
  rank = 0;
  static override readonly key = 'Message';
}

const { getList, partialUpdate } = resource({
  path: '/messages/:id',
  schema: Message,
  // oxlint-disable-next-line no-unnecessary-type-assertion -- The cast gives the type of the parameters.
  searchParams: {} as { before?: number },
  nonFilterArgumentKeys: ['before'],
  sort: (a, b) => a.rank - b.rank,
});
const getChat = getList.extend({
  schema: { items: getList.schema, total: getList.schema.count, older: null as number | null },
  pages: { next: () => undefined, previous: ({ older }) => ({ before: older! }) },
});

/** A chat of the messages 10, 20, 30 and 40, of which the last two are loaded. */
async function chat() {
  const all = [10, 20, 30, 40].map((rank) => ({ id: rank, rank }));
  const requests: string[] = [];
  const store = createStore({
    fetch: async (input, init) => {
      // The casts hold: the resource sends texts to paths.
      const url = new URL(input as string, 'http://chat');
      requests.push(`${init?.method ?? 'GET'} ${url.search}`);
      if (init?.body) {
        const { id, rank } = JSON.parse(init.body as string) as { id?: number; rank: number };
        const known = all.find((one) => one.id === id);
        if (known) return Response.json(Object.assign(known, { rank }));
        all.push({ id: rank, rank });
        return Response.json(all.at(-1));
      }
      all.sort((a, b) => a.rank - b.rank);
      const before = Number(url.searchParams.get('before') ?? Infinity);
      const rest = all.filter(({ rank }) => rank < before);
      const older = rest.length > 2 ? rest.at(-2)!.rank : null;
      return Response.json({ items: rest.slice(-2), total: all.length, older });
    },
  });
  await store.fetch(getChat);
  const shown = () => store.getState(getChat).data?.items.map(({ rank }) => rank);
  const status = () => store.getState(getChat).status;
  const send = (rank: number) => store.fetch(getList.push, { rank });
  return { requests, send, shown, status, store };
}

describe('a sorted list with a count that starts with its last page', () => {
  it('shows items that are added at its end', async () => {
    const { send, shown, status, store } = await chat();
    const chat$ = pages(store, getChat);
    await send(50);
    expect([shown(), status()]).toEqual([[30, 40, 50], 'valid']);
    await chat$.getValue().fetchPrevious();
    expect(shown()).toEqual([10, 20, 30, 40, 50]);
  });

  it('gets what belongs on a page before it with that page', async () => {
    const { send, shown, store } = await chat();
    const chat$ = pages(store, getChat);
    await send(15);
    expect(shown()).toEqual([30, 40]);
    await chat$.getValue().fetchPrevious();
    await chat$.getValue().fetchPrevious();
    expect(shown()).toEqual([10, 15, 20, 30, 40]);
  });

  it.each([
    [25, [40]],
    [45, [40, 45]],
  ])('follows a message that moves to %s', async (rank, expected) => {
    const { shown, store } = await chat();
    const chat$ = pages(store, getChat);
    await store.fetch(partialUpdate, { id: 30 }, { id: 30, rank });
    expect(shown()).toEqual(expected);
    while (chat$.getValue().hasPrevious) await chat$.getValue().fetchPrevious();
    expect(shown()).toEqual([10, 20, 40, rank].sort((a, b) => a - b));
  });

  it('is stale if it is not known whether it lacks pages after a message', async () => {
    const { send, shown, status } = await chat();
    await send(50);
    expect([shown(), status()]).toEqual([[30, 40], 'stale']);
  });

  it('is fetched once more then if it is observed', async () => {
    const { requests, send, shown, status, store } = await chat();
    store.observe(getChat).subscribe();
    await send(50);
    await flush();
    expect([shown(), status()]).toEqual([[40, 50], 'valid']);
    expect(requests.filter((request) => request === 'GET ')).toHaveLength(2);
  });

  it('is valid if a message sorts between the loaded ones', async () => {
    const { send, shown, status } = await chat();
    await send(35);
    expect([shown(), status()]).toEqual([[30, 35, 40], 'valid']);
  });
});
