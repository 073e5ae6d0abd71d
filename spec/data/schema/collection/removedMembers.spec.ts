import { Endpoint } from '../../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../../src/data/schema/Invalidate.ts';
import { fakeRequests } from '../../../support/FakeRequests.ts';
import { storeKit } from '../../../support/storeKit.ts';

class Ticket extends Entity {
  id = '';
  rank = 0;
  queue = '';
  static override readonly key = 'Ticket';
}

describe('a sorted list of which members were removed', () => {
  it('counts them not as loaded: what sorts after the last loaded one does not join', () => {
    const { store } = storeKit();
    const list = new Collection([Ticket], { sort: (a, b) => a.rank - b.rank });
    const getTickets = new Endpoint(
      (): { items: object[]; total: number } => ({ items: [], total: 0 }),
      { name: 'getTickets', schema: { items: list, total: list.count } },
    );
    const items = [1, 2, 4].map((rank) => ({ id: `${rank}`, rank }));
    store.setResponse(getTickets, { items, total: 6 });
    store.set(new Invalidate(Ticket), '1');
    store.set(new Invalidate(Ticket), '2');
    store.set(Ticket, { id: '5', rank: 5 });
    store.set(Ticket, { id: '5', rank: 8 });
    const { data } = store.getState(getTickets);
    expect(data?.items.map(({ id }) => id)).toEqual(['4']);
    expect(data?.total).toBe(4);
  });
});

describe('a removed member that is there again', () => {
  const tickets = [1, 2, 3].map((rank) => ({ id: `${rank}`, rank, queue: 'mail' }));
  const kit = (list: Collection<[typeof Ticket]>) => {
    const { store } = storeKit();
    const getTickets = new Endpoint((_args: { queue: string }): object[] => [], {
      name: 'getTickets',
      schema: list,
    });
    const args = { queue: 'mail' };
    store.setResponse(getTickets, args, tickets);
    store.set(new Invalidate(Ticket), '1');
    return { store, ids: () => store.getState(getTickets, args).data?.map(({ id }) => id) };
  };

  it('is in its place', () => {
    const { ids, store } = kit(new Collection([Ticket]));
    expect(ids()).toEqual(['2', '3']);
    store.set(Ticket, tickets[0]);
    expect(ids()).toEqual(['1', '2', '3']);
  });

  it('leaves the lists that it does not match any more', () => {
    const { ids, store } = kit(new Collection([Ticket]));
    store.set(Ticket, { ...tickets[0], queue: 'phone' });
    expect(ids()).toEqual(['2', '3']);
  });

  it('leaves the lists whose filter does not take it any more', () => {
    const { ids, store } = kit(new Collection([Ticket], { filter: (_args, { rank }) => rank < 5 }));
    store.set(Ticket, { ...tickets[0], rank: 7 });
    expect(ids()).toEqual(['2', '3']);
  });

  it('is where a sorted list has it now', () => {
    const { ids, store } = kit(new Collection([Ticket], { sort: (a, b) => a.rank - b.rank }));
    store.set(Ticket, { ...tickets[0], rank: 7 });
    expect(ids()).toEqual(['2', '3', '1']);
  });

  it('stays in lists that do not follow their members', () => {
    const { ids, store } = kit(new Collection([Ticket], { follows: false }));
    store.set(Ticket, { ...tickets[0], queue: 'phone' });
    expect(ids()).toEqual(['1', '2', '3']);
  });
});

describe('the number beside a list from which an entity was removed', () => {
  const ticket = { id: '1', rank: 1, queue: 'mail' };
  const ofMail = { queue: 'mail' };
  const requests = fakeRequests();

  /** The lists of all tickets, of the queue, and of a search, each with its number. */
  const kit = (list: Collection<[typeof Ticket]>, hasList = true) => {
    const { store } = storeKit();
    const items = hasList ? list : [Ticket];
    const getTickets = new Endpoint(requests.send, {
      name: 'getTickets',
      schema: { items, total: list.count },
    });
    const change = new Endpoint(requests.send, {
      name: 'change',
      schema: list.push,
      sideEffect: true,
    });
    const all: object[] = [{}, ofMail, { ...ofMail, q: 'leak' }];
    for (const args of all) store.setResponse(getTickets, args, { items: [ticket], total: 1 });
    const show = () =>
      all.map((args) => {
        const { data } = store.getState(getTickets, args);
        return `${data?.items.map(({ id }) => id).join(' ')} of ${data?.total}`;
      });
    return { change, show, store };
  };

  it.each(['push', 'unshift', 'move'] as const)('counts it once if %s brings it back', (by) => {
    const list = new Collection([Ticket]);
    const { change, show, store } = kit(list);
    store.set(new Invalidate(Ticket), '1');
    expect(show()).toEqual([' of 0', ' of 0', ' of 0']);
    void store.fetch(change.extend({ schema: list[by] }), { q: 'leak' }, ticket);
    requests.last.answer(ticket);
    expect(show()).toEqual(['1 of 1', '1 of 1', '1 of 1']);
  });

  it('counts it once if a message brings it back, also without the list', () => {
    for (const hasList of [true, false]) {
      const list = new Collection([Ticket]);
      const { show, store } = kit(list, hasList);
      store.set(new Invalidate(Ticket), '1');
      store.set(list.push, ticket);
      expect(show().slice(0, 2)).toEqual(['1 of 1', '1 of 1']);
    }
  });

  it('counts it once in a list that does not follow its members', () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    class Note extends Ticket {}
    const list = new Collection([Note], { follows: false });
    const { show, store } = kit(list);
    store.set(new Invalidate(Ticket), '1');
    store.set(list.push, ticket);
    expect(show().slice(0, 2)).toEqual(['1 of 1', '1 of 1']);
  });
});
