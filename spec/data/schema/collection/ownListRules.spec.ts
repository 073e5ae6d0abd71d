import { Endpoint } from '../../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../../src/data/schema/Invalidate.ts';
import type { Store } from '../../../../src/kernel/store/Store.ts';
import { FakeRequests } from '../../../support/FakeRequests.ts';
import { storeKit } from '../../../support/storeKit.ts';
import { until } from '../../../support/until.ts';

class Ticket extends Entity {
  id = '';
  status = '';
  rank = 0;
  static override readonly key = 'Ticket';
}

const requests = new FakeRequests();
const createTicket = (list: Collection<[typeof Ticket]>) =>
  new Endpoint(requests.send, {
    name: 'createTicket',
    schema: list.push,
    sideEffect: true,
    getOptimisticResponse: (_snapshot, ticket: object) => ticket,
  });

beforeEach(() => {
  requests.sent.length = 0;
});

function load(
  list: Collection<[typeof Ticket]>,
  ...lists: readonly (readonly [object, object[]])[]
) {
  const { store } = storeKit();
  const getTickets = new Endpoint(requests.send, { name: 'getTickets', schema: list });
  for (const [args, items] of lists) {
    void store.fetch(getTickets, args);
    requests.last.answer(items);
  }
  const ids = (args: object): string =>
    store
      .get(list, args)!
      .map(({ id }) => id)
      .join(' ');
  return { store, getTickets, ids };
}

const a = { id: 'a', status: 'open', rank: 1 };
const b = { id: 'b', status: 'open', rank: 3 };
const c = { id: 'c', status: 'open', rank: 5 };

describe('a list with `filter`', () => {
  const urgent = new Collection([Ticket], {
    filter: ({ above }, { rank }) => (rank === undefined ? undefined : rank > Number(above)),
  });

  it('is joined and left by what the filter decides', () => {
    const { store, ids } = load(
      urgent,
      [{ above: 2 }, [b, c]],
      [{ above: 4 }, [c]],
      [{ above: 0 }, [a, b, c]],
    );
    store.set(Ticket, { id: 'b', rank: 6 });
    expect([ids({ above: 2 }), ids({ above: 4 })]).toEqual(['b c', 'c b']);
    store.set(Ticket, { id: 'c', rank: 1 });
    expect([ids({ above: 2 }), ids({ above: 4 })]).toEqual(['b', 'b']);
    store.set(Ticket, { id: 'a', rank: 3 });
    expect([ids({ above: 2 }), ids({ above: 4 })]).toEqual(['b a', 'b']);
  });

  it('gets created entities that the filter takes', () => {
    const { store, ids } = load(urgent, [{ above: 2 }, [b]], [{ above: 4 }, []]);
    void store.fetch(createTicket(urgent), { rank: 3 });
    requests.last.answer({ id: 'n', rank: 3 });
    expect([ids({ above: 2 }), ids({ above: 4 })]).toEqual(['b n', '']);
  });

  it('is moved to by what the filter takes', () => {
    const { store, ids } = load(urgent, [{ above: 2 }, [b]], [{ above: 4 }, [c]]);
    store.set(urgent.move, { id: 'c', rank: 3 });
    expect([ids({ above: 2 }), ids({ above: 4 })]).toEqual(['b c', '']);
  });
});

describe('a list with `sort`', () => {
  const ranked = new Collection([Ticket], { sort: (x, y) => x.rank - y.rank });
  const open = { status: 'open' };

  it('puts a joining entity in its place', () => {
    const { store, ids } = load(
      ranked,
      [open, [a, b, c]],
      [{ status: 'closed' }, [{ id: 'd', status: 'closed', rank: 4 }]],
    );
    store.set(Ticket, { id: 'd', status: 'open' });
    expect(ids(open)).toBe('a b d c');
  });

  it('puts a created entity in its place', () => {
    const { store, ids } = load(ranked, [open, [a, b, c]]);
    void store.fetch(createTicket(ranked), { status: 'open', rank: 2 });
    expect(ids(open).split(' ')).toHaveLength(4);
    expect(ids(open)).toMatch(/^a .+ b c$/);
    requests.last.answer({ id: 'n', status: 'open', rank: 2 });
    expect(ids(open)).toBe('a n b c');
  });

  it('moves a member whose sorted member changes, and nothing else', () => {
    const { store, ids } = load(ranked, [open, [a, b, c]], [{}, [a, b, c]]);
    store.set(Ticket, { id: 'a', rank: 4 });
    expect([ids(open), ids({})]).toEqual(['b a c', 'b a c']);
    const list = store.get(ranked, open);
    store.set(Ticket, { id: 'a', rank: 4.5 });
    expect(ids(open)).toBe('b a c');
    expect(list).toHaveLength(3);
  });

  it('leaves a member that does not match where the server has put it', () => {
    const { store, getTickets, ids } = load(ranked);
    void store.fetch(getTickets, open);
    const [d, e] = ['d', 'e'].map((id) => ({ id, status: 'closed', rank: 4 }));
    store.set([Ticket], [d, e]);
    store.set(Ticket, { id: 'd', rank: 9 });
    requests.last.answer([d, e]);
    expect(ids(open)).toBe('d e');
    store.set(Ticket, { id: 'e', rank: 2 });
    expect(ids(open)).toBe('d e');
  });

  it('in pages takes an entity that sorts before the last loaded member', () => {
    const { store } = storeKit();
    const getPage = new Endpoint(requests.send, {
      name: 'getRanked',
      schema: { items: ranked, total: ranked.count },
    });
    const read = () => store.getState(getPage, open).data!;
    const ids = (): string =>
      read()
        .items.map(({ id }) => id)
        .join(' ');
    store.setResponse(getPage, open, { items: [a, b], total: 9 });
    store.set(Ticket, { id: 'x', status: 'closed', rank: 2 });
    store.set(Ticket, { id: 'y', status: 'closed', rank: 8 });
    store.set(Ticket, { id: 'x', status: 'open' });
    store.set(Ticket, { id: 'y', status: 'open' });
    expect([ids(), read().total]).toEqual(['a x b', 11]);
    store.set(Ticket, { id: 'y', rank: 2.5 });
    expect([ids(), read().total]).toEqual(['a x y b', 11]);
    store.set(Ticket, { id: 'x', rank: 7 });
    expect([ids(), read().total]).toEqual(['a y b', 11]);
  });

  it('keeps the order of the server for equal items', () => {
    const { store, ids } = load(ranked, [open, [c, { ...b, rank: 5 }, { ...a, rank: 7 }]]);
    store.set(Ticket, { id: 'a', rank: 6 });
    expect(ids(open)).toBe('c b a');
  });

  it('keeps equal items in their order when an earlier response makes them equal', () => {
    const { store, ids } = load(ranked, [open, [a, c]]);
    const getTicket = new Endpoint(requests.send, { name: 'getTicket', schema: Ticket });
    void store.fetch(getTicket, { id: 'a' });
    store.set(Ticket, { id: 'c', rank: 0 });
    expect(ids(open)).toBe('c a');
    requests.last.answer({ ...a, rank: 0 });
    expect(ids(open)).toBe('c a');
  });

  it('shows the order of a response until the next change', () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const { store, ids } = load(ranked, [open, [c, b, a]]);
    expect(ids(open)).toBe('c b a');
    store.set(Ticket, { id: 'b', rank: 6 });
    expect(ids(open)).toBe('a c b');
  });
});

describe('the number beside a list', () => {
  const tickets = new Collection([Ticket]);
  const getPage = new Endpoint(requests.send, {
    name: 'getPage',
    schema: { items: tickets, total: tickets.count },
  });
  const open = { status: 'open' };
  const closed = { status: 'closed' };

  function counted(): { store: Store; totals: () => unknown[] } {
    const { store } = storeKit();
    for (const [args, data] of [
      [open, { items: [a, b], total: 12 }],
      [closed, { items: [{ id: 'd', status: 'closed' }], total: 1 }],
      [{}, { items: [a], total: 13 }],
    ] as const) {
      void store.fetch(getPage, args);
      requests.last.answer(data);
    }
    const totals = (): unknown[] =>
      [open, closed, {}].map((args) => store.getState(getPage, args).data!.total);
    return { store, totals };
  }

  it('is what the server says', () => {
    expect(counted().totals()).toEqual([12, 1, 13]);
  });

  it('follows what leaves and joins', () => {
    const { store, totals } = counted();
    store.set(Ticket, { id: 'a', status: 'closed' });
    expect(totals()).toEqual([11, 2, 13]);
  });

  it('follows what moves between lists with an argument that no member has', () => {
    const { store } = counted();
    const [ofA, ofB] = [
      { ...open, q: 'a' },
      { ...closed, q: 'a' },
    ];
    store.setResponse(getPage, ofA, { items: [a], total: 7 });
    store.setResponse(getPage, ofB, { items: [], total: 3 });
    store.set(Ticket, { id: 'a', status: 'closed' });
    const total = (args: object): number => store.getState(getPage, args).data!.total;
    expect([total(ofA), total(ofB)]).toEqual([6, 4]);
  });

  it('follows entities that the list has not loaded', () => {
    const { store, totals } = counted();
    store.set(Ticket, { id: 'z', status: 'open' });
    expect(totals()).toEqual([12, 1, 13]);
    store.set(Ticket, { id: 'z', status: 'closed' });
    expect(totals()).toEqual([11, 2, 13]);
  });

  it('counts a created entity once: predicted and confirmed', () => {
    const { store, totals } = counted();
    void store.fetch(createTicket(tickets), { status: 'open' });
    expect(totals()).toEqual([13, 1, 14]);
    requests.last.answer({ id: 'n', status: 'open' });
    expect(totals()).toEqual([13, 1, 14]);
  });

  it('is as before when a creation fails', async () => {
    const { store, totals } = counted();
    const failing = store.fetch(createTicket(tickets), { status: 'open' });
    requests.last.fail(new Error('refused'));
    await expect(failing).rejects.toThrow('refused');
    expect(totals()).toEqual([12, 1, 13]);
  });

  it('follows removed entities', () => {
    const { store, totals } = counted();
    store.set(new Invalidate(Ticket), 'b');
    expect(totals()).toEqual([11, 1, 12]);
  });

  it('follows members that are removed from the list or moved away, once', () => {
    const { store, totals } = counted();
    store.set(tickets.remove, 'a');
    expect(totals()).toEqual([11, 1, 12]);
    store.set(tickets.remove, { id: 'b', status: 'closed' });
    expect(totals()).toEqual([10, 2, 12]);
    store.set(tickets.move, { id: 'd', status: 'open' });
    expect(totals()).toEqual([11, 1, 12]);
  });

  it('follows a known entity that is pushed to a list that has all its members', () => {
    const { store, totals } = counted();
    store.set(Ticket, { id: 'z', status: 'closed' });
    store.set(tickets.push, { id: 'z' });
    store.set(tickets.push, { id: 'z' });
    expect(totals()).toEqual([12, 2, 13]);
  });

  it('is fetched once more if it may lack a removal', () => {
    const { store } = counted();
    const subscription = store.observe(getPage, open).subscribe();
    void store.fetch(getPage, open);
    store.set(tickets.remove, 'a');
    const { count } = requests;
    requests.last.answer({ items: [a, b], total: 12 });
    expect(requests.count).toBe(count + 1);
    subscription.unsubscribe();
  });

  it('is replaced by the next response', () => {
    const { store, totals } = counted();
    store.set(Ticket, { id: 'a', status: 'closed' });
    void store.fetch(getPage, open);
    requests.last.answer({ items: [b], total: 20 });
    expect(totals()).toEqual([20, 2, 13]);
  });

  it('is fetched once more if it arrives after a change that it may lack', async () => {
    const { store } = counted();
    const busy = { status: 'busy' };
    const answers = [
      { items: [], total: 4 },
      { items: [a], total: 5 },
    ];
    const getBusy = getPage.extend({ fetch: (_args: object) => Promise.resolve(answers.shift()!) });
    store.observe(getBusy, busy).subscribe();
    store.set(Ticket, { id: 'a', status: 'busy' });
    const read = () => store.getState(getBusy, busy);
    await until('the number is fetched again', () => read().data?.total === 5);
    expect(answers).toEqual([]);
    expect(read().status).toBe('valid');
  });

  it('is distinguished from the data of an endpoint without it', () => {
    const { store } = counted();
    expect(store.getState(getPage, { status: 'new' }).data).toBeUndefined();
  });
});
