import { dehydrate, type DehydratedState, rehydrate } from 'streambed';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { pages } from '../../../src/features/pages/pages.ts';
import { resource } from '../../../src/http/rest/resource.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';

/** What the cursor of a page names: a position in the order, a number of items, or an item. */
export type Cursor = 'position' | 'offset' | 'id';

export interface SortedOptions {
  /** With which page the list begins. */
  readonly begins: 'first' | 'last' | 'middle';
  readonly isDescending: boolean;
  readonly isOptimistic: boolean;
  /** Of the tickets at the start. */
  readonly ranks: readonly number[];
}

export interface SortedStep {
  readonly do: string;
  readonly at: number;
  readonly rank: number;
  readonly isFailing: boolean;
}

class Ticket extends Entity {
  id = 0;
  owner = '';
  rank = 0;
  static override readonly key = 'Ticket';
}

interface Row {
  readonly id: number;
  readonly owner: string;
  readonly rank: number;
}

interface Params {
  owner?: string;
  after?: number;
  before?: number;
  offset?: number;
}

const SIZE = 2;

/** A server with sorted tickets in pages of two, and a store that shows those of one owner. */
export function sortedDesk(cursor: Cursor, options: SortedOptions) {
  const { isDescending, isOptimistic, ranks } = options;
  // A server cannot find the first page again by the id of a deleted ticket.
  const begins = cursor === 'position' ? options.begins : 'first';
  const direction = isDescending ? -1 : 1;
  const sort = (a: Row, b: Row): number => direction * (a.rank - b.rank);
  const rows = new Map<number, Row>();
  let lastId = 0;
  let isFailing = false;
  // No two tickets have the same rank.
  const rankOf = (rank: number, id: number): number => rank + id / 1000;
  const add = (owner: string, rank: number): Row => {
    const id = ++lastId;
    const row = { id, owner, rank: rankOf(rank, id) };
    rows.set(id, row);
    return row;
  };
  for (const rank of ranks) add('me', rank);
  for (const rank of [10, 50, 90]) add('you', rank);
  const of = (owner: string | null): Row[] =>
    [...rows.values()].filter((row) => row.owner === owner).sort(sort);

  const page = (owner: string | null, params: URLSearchParams) => {
    const all = of(owner);
    const find = (name: string): number | undefined => {
      const value = params.get(name);
      if (value === null) return undefined;
      // Ids are integers, ranks are not.
      return Number.isInteger(Number(value)) ? rows.get(Number(value))!.rank : Number(value);
    };
    const [after, before] = [find('after'), find('before')];
    const isOf = ({ rank }: Row): boolean =>
      (after === undefined || direction * (rank - after) > 0) &&
      (before === undefined || direction * (rank - before) < 0);
    const found = all.filter(isOf);
    const offset = Number(params.get('offset') ?? 0);
    const isOwn = after === undefined && before === undefined && !params.has('offset');
    const middle = Math.max(0, Math.floor((all.length - SIZE) / 2));
    const items =
      owner !== 'me'
        ? all
        : before !== undefined || (isOwn && begins === 'last')
          ? found.slice(-SIZE)
          : found.slice(
              ...(isOwn && begins === 'middle' ? [middle, middle + SIZE] : [offset, offset + SIZE]),
            );
    // An empty page is right before, or behind, the ticket of its cursor.
    const gap = direction / 100_000;
    const at = before !== undefined ? before - gap : (after ?? 0) + gap;
    const [first, last] = [items[0]?.rank ?? at, items.at(-1)?.rank ?? at];
    return {
      items,
      total: all.length,
      next: all.some(({ rank }) => direction * (rank - last) > 0) ? last : null,
      previous: all.some(({ rank }) => direction * (rank - first) < 0) ? first : null,
    };
  };

  const fetch = async (input: unknown, init?: RequestInit): Promise<Response> => {
    // The casts hold: the resource sends texts to paths.
    const url = new URL(input as string, 'http://desk');
    const sent = init?.body ? (JSON.parse(init.body as string) as Partial<Row>) : undefined;
    if (isFailing) return new Response(null, { status: 400 });
    const id = Number(url.pathname.split('/')[2]);
    if (Array.isArray(sent)) {
      for (const row of sent as Row[]) rows.set(row.id, row);
      return Response.json(sent);
    }
    if (sent && init?.method === 'POST' && !sent.id) return Response.json(add('me', sent.rank!));
    if (init?.method === 'DELETE') {
      rows.delete(id);
      return new Response(null, { status: 204 });
    }
    if (sent) {
      const row = { ...rows.get(sent.id ?? id)!, ...sent };
      rows.set(row.id, row);
      return Response.json(row);
    }
    return Response.json(page(url.searchParams.get('owner'), url.searchParams));
  };
  const Tickets = resource({
    path: '/tickets/:id',
    schema: Ticket,
    // oxlint-disable-next-line no-unnecessary-type-assertion -- The cast gives the type of the parameters.
    searchParams: {} as Params,
    nonFilterArgumentKeys: ['after', 'before', 'offset'],
    sort,
    optimistic: isOptimistic,
  });
  const { getList, partialUpdate, delete: remove } = Tickets;
  const moveAll = getList.push.extend({ schema: getList.schema.move });
  const none = null as number | null;
  const getPages = getList.extend({
    schema: { items: getList.schema, total: getList.schema.count, next: none, previous: none },
    pages: {
      next: ({ items, total, next }): Params | null => {
        if (cursor === 'offset') return items.length < total ? { offset: items.length } : null;
        return {
          after: next === null || cursor === 'position' ? next! : (items.at(-1)?.id ?? next),
        };
      },
      ...(begins !== 'first' && {
        previous: ({ previous }: { previous: number | null }): Params => ({ before: previous! }),
      }),
    },
  });
  const args = { owner: 'me' };
  const open = () => {
    const store = createStore({ fetch });
    const show = () => {
      const list$ = pages(store, getPages, args);
      list$.subscribe();
      store.observe(getPages, { owner: 'you' }).subscribe();
      return list$;
    };
    return { store, show };
  };
  let { store, show } = open();
  let list$ = show();
  const state = () => list$.getValue();
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 30; turn++) await Promise.resolve();
  };

  /** Takes one step, and waits for its response. */
  const take = async (step: SortedStep): Promise<void> => {
    await settle();
    const { at, rank } = step;
    const pick = (owner: string): Row | undefined => {
      const shown = store.getState(getPages, { owner }).data?.items ?? [];
      return shown.length > 0 ? shown[at % shown.length] : undefined;
    };
    const mine = pick('me');
    const yours = pick('you');
    if (step.do === 'next') await state().fetchNext();
    if (step.do === 'previous') await state().fetchPrevious();
    if (step.do === 'refetch') await state().refetch();
    if (step.do === 'reload') {
      const sent = JSON.stringify(dehydrate(store));
      store.dispose();
      ({ store, show } = open());
      rehydrate(store, JSON.parse(sent) as DehydratedState);
      list$ = show();
    }
    isFailing = step.isFailing;
    const send = async (request: () => Promise<unknown>): Promise<void> => {
      await request().catch(() => {});
    };
    if (step.do === 'create') await send(() => store.fetch(getList.push, { owner: 'me', rank }));
    if (step.do === 'edit' && mine) {
      const change = { rank: rankOf(rank, mine.id) };
      await send(() => store.fetch(partialUpdate, { id: mine.id }, change));
    }
    if (step.do === 'delete' && mine) await send(() => store.fetch(remove, { id: mine.id }));
    if (step.do === 'move' && yours) {
      const isSorted = at % 2 > 0 && { rank: rankOf(rank, yours.id) };
      await send(() => store.fetch(getList.move, { id: yours.id }, { owner: 'me', ...isSorted }));
    }
    if (step.do === 'push' && yours) {
      await send(() => store.fetch(getList.push, { ...yours, owner: 'me' }));
    }
    if (step.do === 'swap' && yours && mine) {
      const change = [
        { ...yours, owner: 'me' },
        { ...mine, owner: 'you' },
      ];
      await send(() => store.fetch(moveAll, change));
    }
    if (step.do === 'leave' && mine) {
      await send(() => store.fetch(partialUpdate, { id: mine.id }, { owner: 'you' }));
    }
    isFailing = false;
    await settle();
  };

  /** Loads all pages. Returns the items of the list, and those of the server. */
  const all = async () => {
    await settle();
    for (let count = 0; count < 20 && (state().hasNext || state().hasPrevious); count++) {
      await state().fetchNext();
      await state().fetchPrevious();
    }
    const { data, items } = state();
    store.dispose();
    const [shown, expected] = [items, of('me')].map((list) => list.map(({ rank }) => rank));
    return {
      shown: { ranks: shown, total: data?.total },
      expected: { ranks: expected, total: expected.length },
    };
  };
  return { take, all };
}
