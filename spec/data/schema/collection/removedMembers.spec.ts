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

describe.each<[string, object]>([
  ['follows: false', { follows: false }],
  ['createCollectionFilter alone', { createCollectionFilter: () => () => true }],
])('the number beside a list with %s', (_, options) => {
  const requests = fakeRequests();
  const tickets = [1, 2].map((rank) => ({ id: `${rank}`, rank, queue: 'mail' }));
  const ofMail = { queue: 'mail' };

  function kit() {
    const { store } = storeKit();
    const list = new Collection([Ticket], options);
    const getTickets = new Endpoint(requests.send, {
      name: 'getTickets',
      schema: { items: list, total: list.count },
    });
    const remove = new Endpoint(requests.send, {
      name: 'remove',
      schema: new Invalidate(Ticket),
      sideEffect: true,
      getOptimisticResponse: (_snapshot, { id }: { id: string }) => ({ id }),
    });
    store.setResponse(getTickets, ofMail, { items: tickets, total: 9 });
    const show = (): string => {
      const { data, status } = store.getState(getTickets, ofMail);
      return `${data?.items.map(({ id }) => id).join()} of ${data?.total}, ${status}`;
    };
    return { getTickets, list, remove, show, store };
  }

  it('is one less after the removal of a member, until the member is there again', () => {
    const { show, store } = kit();
    store.set(new Invalidate(Ticket), '1');
    expect(show()).toBe('2 of 8, valid');
    store.set(new Invalidate(Ticket), '1');
    expect(show()).toBe('2 of 8, valid');
    store.set(Ticket, tickets[0]);
    expect(show()).toBe('1,2 of 9, valid');
  });

  it('stays after the removal of an entity that the list lacks', () => {
    const { show, store } = kit();
    store.set(Ticket, { id: '3', queue: 'mail' });
    store.set(new Invalidate(Ticket), '3');
    expect(show()).toBe('1,2 of 9, valid');
  });

  it('counts an optimistic removal while its request is pending, and once if it succeeds', () => {
    const { list, remove, show, store } = kit();
    store.fetch(remove, { id: '1' }).catch(() => {});
    expect(show()).toBe('2 of 8, valid');
    store.set(list.push, { id: '3', rank: 3, queue: 'mail' });
    expect(show()).toBe('2,3 of 9, valid');
    requests.last.fail(new Error('refused'));
    expect(show()).toBe('1,2,3 of 10, valid');
    void store.fetch(remove, { id: '1' });
    requests.last.answer({ id: '1' });
    expect(show()).toBe('2,3 of 9, valid');
  });

  it.each(['push', 'unshift', 'move'] as const)('counts it once if %s brings it back', (by) => {
    const { list, show, store } = kit();
    store.set(new Invalidate(Ticket), '1');
    store.set(list[by], tickets[0]);
    expect(show()).toContain('1,2 of 9');
  });

  it('counts a member once that a request has taken out before its removal', () => {
    const { list, show, store } = kit();
    store.set(list.remove, tickets[0]);
    store.set(new Invalidate(Ticket), '1');
    expect(show()).toBe('2 of 8, valid');
    store.set(list.push, tickets[0]);
    expect(show()).toBe('2,1 of 9, valid');
  });

  it('counts a member once that a request takes out after its removal', () => {
    const { list, show, store } = kit();
    store.set(new Invalidate(Ticket), '1');
    store.set(list.remove, '1');
    expect(show()).toBe('2 of 8, valid');
  });

  it.each([
    [
      'Invalidate, remove',
      (list: Collection<[typeof Ticket]>) => [new Invalidate(Ticket), list.remove],
    ],
    [
      'remove, Invalidate',
      (list: Collection<[typeof Ticket]>) => [list.remove, new Invalidate(Ticket)],
    ],
  ])('counts a member once that one response removes and takes out: %s', (_order, both) => {
    const { list, show, store } = kit();
    const [a, b] = both(list);
    store.set({ a, b } as never, { a: { id: '1' }, b: { id: '1' } } as never);
    expect(show()).toBe('2 of 8, valid');
  });

  it('is fetched once more if it is read during a removal', () => {
    const { getTickets, remove, store } = kit();
    store.observe(getTickets, ofMail).subscribe();
    const { count } = requests;
    void store.fetch(getTickets, ofMail);
    void store.fetch(remove, { id: '1' });
    requests.at(count + 1).answer({ id: '1' });
    requests.at(count).answer({ items: tickets, total: 9 });
    expect(requests.count).toBe(count + 3);
  });
});

describe('a removed entity that is there again after its lists were fetched', () => {
  const requests = fakeRequests();
  const ticket = { id: '1', rank: 1, queue: 'mail' };
  const others = [2, 3].map((rank) => ({ id: `${rank}`, rank, queue: 'mail' }));
  const ofMail = { queue: 'mail' };

  function kit(list: Collection<[typeof Ticket]>) {
    const { store } = storeKit();
    const getTickets = new Endpoint(requests.send, {
      name: 'getTickets',
      schema: { items: list, total: list.count },
    });
    const update = new Endpoint(requests.send, {
      name: 'update',
      schema: Ticket,
      sideEffect: true,
      getOptimisticResponse: (_snapshot, record: object) => record,
    });
    const get = new Endpoint(requests.send, { name: 'get', schema: Ticket });
    const load = (args: object, items: readonly object[]): void =>
      store.setResponse(getTickets, args, { items, total: items.length });
    const show = (args: object) => {
      const { data, status } = store.getState(getTickets, args);
      return `${data?.items.map(({ id }) => id).join(' ')} of ${data?.total}, ${status}`;
    };
    const fetchList = (args: object, items: readonly object[]): void => {
      void store.fetch(getTickets, args);
      requests.last.answer({ items, total: items.length });
    };
    return { fetchList, get, getTickets, load, show, store, update };
  }

  type Kit = ReturnType<typeof kit>;
  type Ranked = Pick<Ticket, 'rank'>;
  const writers: Record<string, (kit: Kit) => void> = {
    'store.set': ({ store }) => store.set(Ticket, ticket),
    'a mutation': ({ store, update }) => {
      void store.fetch(update, ticket);
      requests.last.answer(ticket);
    },
    'a prediction': ({ store, update }) => void store.fetch(update, ticket),
  };

  describe.each(Object.entries(writers))('and that %s brings', (by, write) => {
    it.each([
      ['at the end', {}, '2 3 1'],
      ['by the order', { sort: (a: Ranked, b: Ranked) => a.rank - b.rank }, '1 2 3'],
      ['by the filter', { filter: (_args: object, { rank }: Ranked) => rank > 0 }, '2 3 1'],
    ])('joins them %s, and counts', (_, options, ids) => {
      const test = kit(new Collection([Ticket], options));
      test.fetchList(ofMail, [ticket, ...others]);
      test.store.set(new Invalidate(Ticket), '1');
      test.fetchList(ofMail, others);
      write(test);
      expect(test.show(ofMail)).toBe(`${ids} of 3, valid`);
    });

    it('joins no list that it does not match', () => {
      const test = kit(new Collection([Ticket]));
      test.fetchList({ queue: 'phone' }, []);
      test.store.set(Ticket, ticket);
      test.store.set(new Invalidate(Ticket), '1');
      test.fetchList({ queue: 'phone', q: 'leak' }, []);
      write(test);
      expect(test.show({ queue: 'phone' })).toBe(' of 0, valid');
      expect(test.show({ queue: 'phone', q: 'leak' })).toBe(' of 0, valid');
    });

    it('joins none whose arguments do not decide; a mutation has them fetched once more', () => {
      const test = kit(new Collection([Ticket]));
      const [search, other] = [{ q: 'leak' }, { q: 'noise' }];
      test.fetchList(search, [ticket, ...others]);
      test.fetchList(other, []);
      test.store.set(new Invalidate(Ticket), '1');
      test.fetchList(search, others);
      write(test);
      expect(test.show(search)).toBe(`2 3 of 2, ${by === 'a mutation' ? 'stale' : 'valid'}`);
      // It was not there before, either.
      expect(test.show(other)).toBe(' of 0, valid');
    });

    it('has the number fetched once more whose list has it in its place again', () => {
      const test = kit(new Collection([Ticket]));
      test.fetchList({ q: 'leak' }, [ticket, ...others]);
      test.store.set(new Invalidate(Ticket), '1');
      write(test);
      const isPredicted = by === 'a prediction';
      expect(test.show({ q: 'leak' })).toBe(`1 2 3 of 2, ${isPredicted ? 'valid' : 'stale'}`);
    });

    it('joins a list that was requested before, and whose response comes later', () => {
      const test = kit(new Collection([Ticket]));
      test.fetchList(ofMail, [ticket, ...others]);
      test.store.set(new Invalidate(Ticket), '1');
      void test.store.fetch(test.getTickets, ofMail);
      const read = requests.last;
      write(test);
      read.answer({ items: others, total: 2 });
      expect(test.show(ofMail)).toMatch(/^2 3 1 of [23], /);
    });
  });

  it('counts again in the number of a list with a filter that has it in its place', () => {
    const test = kit(new Collection([Ticket], { filter: (_args, { rank }) => rank > 0 }));
    test.load(ofMail, [ticket, ...others]);
    test.store.set(new Invalidate(Ticket), '1');
    expect(test.show(ofMail)).toBe('2 3 of 2, valid');
    test.store.set(Ticket, ticket);
    expect(test.show(ofMail)).toBe('1 2 3 of 3, valid');
  });

  it('joins nothing if a read brings it: the server has left it out', () => {
    const test = kit(new Collection([Ticket]));
    test.fetchList(ofMail, [ticket, ...others]);
    test.fetchList({ q: 'leak' }, [ticket]);
    test.store.set(new Invalidate(Ticket), '1');
    test.fetchList(ofMail, others);
    test.fetchList({ q: 'leak' }, []);
    void test.store.fetch(test.get, '1');
    requests.last.answer(ticket);
    // The number may have counted it.
    expect(test.show(ofMail)).toBe('2 3 of 2, stale');
    expect(test.show({ q: 'leak' })).toBe(' of 0, valid');
  });
});
