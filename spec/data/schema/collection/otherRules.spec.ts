import { Endpoint } from '../../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../../src/data/schema/Entity.ts';
import { FakeRequests } from '../../../support/FakeRequests.ts';
import { storeKit } from '../../../support/storeKit.ts';

class Ticket extends Entity {
  id = '';
  title = '';
  status = '';
  rank = 0;
  static override readonly key = 'RuledTicket';
}

const requests = new FakeRequests();
const read = (name: string, items: Collection<[typeof Ticket]>) =>
  new Endpoint((_args: object) => requests.send(_args), {
    name,
    schema: { items, total: items.count },
  });

/** The rule is that of the arguments. */
const byStatus = new Collection([Ticket]);
/** A rule of its own: without a minimum, all. */
const byRank = new Collection([Ticket], {
  filter: ({ minRank }, { rank }) => minRank === undefined || rank >= Number(minRank),
});
/** An argument does not filter. */
const limited = new Collection([Ticket], { nonFilterArgumentKeys: ['limit'] });
/** A rule of calls. Records do not decide. */
const ofCalls = new Collection([Ticket], {
  createCollectionFilter:
    ({ status }: { status?: string } = {}) =>
    (list) =>
      list['not'] !== undefined && list['not'] !== status,
});
const collections = { byStatus, byRank, limited, ofCalls };

const lists = [
  [read('byStatus', byStatus), { status: 'open' }],
  [read('byStatus', byStatus), { status: 'closed' }],
  [read('byRank', byRank), { minRank: 3 }],
  [read('byRank', byRank), { minRank: 9 }],
  [read('limited', limited), { status: 'open', limit: 10 }],
  [read('ofCalls', ofCalls), { not: 'closed' }],
] as const;

const ticket = { id: '1', title: 'Leak', status: 'open', rank: 5 };
const expected = [
  '1 of 1 valid',
  ' of 0 valid',
  '1 of 1 valid',
  ' of 0 valid',
  '1 of 1 valid',
  '1 of 1 valid',
];

function kit() {
  const { store } = storeKit();
  for (const [endpoint, args] of lists) store.setResponse(endpoint, args, { items: [], total: 0 });
  const shown = () =>
    lists.map(([endpoint, args]) => {
      const { data, status } = store.getState(endpoint, args);
      return `${data?.items.map(({ id }) => id).join()} of ${data?.total} ${status}`;
    });
  return { store, shown };
}

describe('with several collections of an entity, the rules of each list decide what it gets', () => {
  it.each(Object.entries(collections))('of a push of the collection %s', (_, list) => {
    const { store, shown } = kit();
    store.set(list.push, ticket);
    expect(shown()).toEqual(expected);
  });

  it.each(Object.entries(collections))('of a move of the collection %s', (_, list) => {
    const { store, shown } = kit();
    store.set(list.move, ticket);
    // Whether the server had counted it before is not known.
    const isStale = (one: string): string => one.replace('valid', 'stale');
    expect(shown()).toEqual(expected.map(isStale));
  });

  it('but a removal takes it out of the lists that the call names', () => {
    const { store, shown } = kit();
    store.set(byStatus.push, ticket);
    store.set(byStatus.remove, { status: 'open' }, { id: '1' });
    expect(shown().map((one) => one.split(' ')[0])).toEqual(['', '', '1', '', '1', '1']);
  });

  it('unless the change has a filter of its own', () => {
    const { store, shown } = kit();
    const pushAll = byStatus.addWith(
      (known, incoming) => [...known, ...incoming] as never,
      () => () => true,
    );
    store.set(pushAll, ticket);
    expect(shown().map((one) => one.split(' ')[0])).toEqual(['1', '1', '1', '1', '1', '1']);
  });
});

describe('an entity that moves between the results of a search', () => {
  const search = new Endpoint((_args: { q: string; status: string }) => requests.send(_args), {
    name: 'search',
    schema: { items: byStatus, total: byStatus.count },
  });

  it.each([
    ['an edit', Ticket],
    ['move', byStatus.move],
  ])('joins the other one by %s', async (_, schema) => {
    const { store } = storeKit();
    const [open, closed] = ['open', 'closed'].map((status) => ({ q: 'leak', status }));
    store.setResponse(search, open, { items: [ticket], total: 1 });
    store.setResponse(search, closed, { items: [], total: 0 });
    const change = new Endpoint(() => requests.send(), {
      name: 'change',
      schema: schema as typeof Ticket,
      sideEffect: true,
    });
    const changed = store.fetch(change);
    requests.last.answer({ ...ticket, status: 'closed' });
    await changed;
    const shown = [open, closed].map((args) => {
      const { data, status } = store.getState(search, args);
      return `${data?.items.map(({ id }) => id).join()} of ${data?.total} ${status}`;
    });
    expect(shown).toEqual([' of 0 valid', '1 of 1 valid']);
  });
});
