import { Endpoint } from '../../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../../src/data/schema/collection/Collection.ts';
import { All } from '../../../../src/data/schema/All.ts';
import { Entity } from '../../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../../src/data/schema/Invalidate.ts';
import { Union } from '../../../../src/data/schema/Union.ts';
import { FakeRequests } from '../../../support/FakeRequests.ts';
import { storeKit } from '../../../support/storeKit.ts';

class Ticket extends Entity {
  id = '';
  status = '';
  static override readonly key = 'Ticket';
}

const requests = new FakeRequests();
const tickets = new Collection([Ticket]);
const getCount = new Endpoint(requests.send, { name: 'getCount', schema: tickets.count });
const update = new Endpoint(requests.send, {
  name: 'update',
  schema: Ticket,
  sideEffect: true,
});
const remove = update.extend({ name: 'remove', schema: new Invalidate(Ticket) });
const create = update.extend({ name: 'create', schema: tickets.push });
const open = { status: 'open' };
const one = { id: '1', ...open };

beforeEach(() => {
  requests.sent.length = 0;
});

/** A store with a number of which no list is loaded. */
function counted(count: number) {
  const { store } = storeKit();
  store.set(Ticket, one);
  store.setResponse(getCount, open, count);
  const count$ = store.observe(getCount, open);
  count$.subscribe();
  return { store, read: () => [count$.getValue().status, count$.getValue().data] };
}

describe('a number without a list', () => {
  it('follows edits', () => {
    const { store, read } = counted(29);
    store.set(Ticket, { id: '1', status: 'closed' });
    expect(read()).toEqual(['valid', 28]);
    store.set(Ticket, one);
    expect(read()).toEqual(['valid', 29]);
  });

  it('follows removals and creations', () => {
    const { store, read } = counted(29);
    store.set(tickets.push, { id: '2', ...open });
    expect(read()).toEqual(['valid', 30]);
    store.set(new Invalidate(Ticket), '1');
    expect(read()).toEqual(['valid', 29]);
  });

  it.each<readonly [string, object]>([
    ['all entities', {}],
    ['those that the entity joins', open],
    ['those that the entity may have left', { status: 'closed' }],
  ])('of %s is fetched once more after a move of an unknown entity', (_of, args) => {
    const { store } = storeKit();
    store.setResponse(getCount, args, 4);
    const count$ = store.observe(getCount, args);
    count$.subscribe();
    const move = create.extend({ name: 'move', schema: tickets.move });
    void store.fetch(move, { id: '1' }, open);
    requests.last.answer({ id: '1', ...open });
    expect(requests.last.args).toEqual([args]);
    requests.last.answer(3);
    expect(count$.getValue()).toMatchObject({ status: 'valid', data: 3 });
  });

  it('stays valid when a known entity moves', () => {
    const { store, read } = counted(29);
    store.set(tickets.move, { id: '1', status: 'closed' });
    expect(read()).toEqual(['valid', 28]);
  });

  it('stays when no member changes that its arguments name', () => {
    const { store, read } = counted(29);
    store.set(Ticket, { ...one, status: 'open' });
    expect(read()).toEqual(['valid', 29]);
  });
});

describe('a number that is read while a mutation is in flight', () => {
  const mutations = {
    'an edit': [update, { id: '1', status: 'closed' }, 28],
    'a removal': [remove, { id: '1' }, 28],
    'a creation': [create, { id: '2', ...open }, 30],
  } as const;
  const orders = [
    ['read', 'mutation', 'read', 'mutation'],
    ['read', 'mutation', 'mutation', 'read'],
    ['mutation', 'read', 'read', 'mutation'],
    ['mutation', 'read', 'mutation', 'read'],
  ] as const;

  for (const [what, [mutation, response, count]] of Object.entries(mutations)) {
    it.each(orders)(
      `is fetched once more after ${what}: %s and %s are sent, %s and %s have a response`,
      (first, _, earlier) => {
        const { store, read } = counted(29);
        const send = {
          read: () => void store.fetch(getCount, open),
          mutation: () => void store.fetch(mutation, open),
        };
        send[first]();
        send[first === 'read' ? 'mutation' : 'read']();
        const [ofRead, ofMutation] = first === 'read' ? [0, 1] : [1, 0];
        // The server handles the mutation first: its number has the change already.
        const respond = {
          read: () => requests.at(ofRead).answer(count),
          mutation: () => requests.at(ofMutation).answer(response),
        };
        respond[earlier]();
        respond[earlier === 'read' ? 'mutation' : 'read']();
        expect(read()[0]).toBe('stale');
        expect(requests.count).toBe(3);
        requests.last.answer(count);
        expect(read()).toEqual(['valid', count]);
        expect(requests.count).toBe(3);
      },
    );
  }

  it('is not fetched again after a mutation that leaves it as it is', () => {
    const { store, read } = counted(29);
    void store.fetch(update, { id: '9' });
    void store.fetch(getCount, open);
    requests.at(1).answer(29);
    requests.at(0).answer({ id: '9', status: 'closed' });
    expect(read()).toEqual(['valid', 29]);
    expect(requests.count).toBe(2);
  });

  it('is not fetched again because two mutations at once change it', () => {
    const { store, read } = counted(29);
    store.set(Ticket, { id: '2', ...open });
    void store.fetch(remove, { id: '1' });
    void store.fetch(remove, { id: '2' });
    requests.at(0).answer({ id: '1' });
    requests.at(1).answer({ id: '2' });
    expect(read()).toEqual(['valid', 27]);
    expect(requests.count).toBe(2);
  });

  it('is stale for the next observer if it has none', () => {
    const { store } = storeKit();
    store.set(Ticket, one);
    void store.fetch(remove, { id: '1' });
    void store.fetch(getCount, open);
    requests.at(1).answer(28);
    requests.at(0).answer({ id: '1' });
    expect(store.getState(getCount, open).status).toBe('stale');
  });
});

describe('a number and a change that only a read shows', () => {
  const getTicket = new Endpoint(requests.send, { name: 'getTicket', schema: Ticket });
  const getTickets = new Endpoint(requests.send, { name: 'getTickets', schema: tickets });
  const getAll = new Endpoint(requests.send, {
    name: 'getAll',
    schema: new All(Ticket, { complete: true }),
  });
  const id = { id: '1' };
  const closed = { id: '1', status: 'closed' };

  it('is fetched once more if it was read after the record', () => {
    const { store } = counted(29);
    void store.fetch(getTicket, id);
    requests.last.answer(closed);
    // The count of 29 may be one without the ticket.
    expect(store.getState(getCount, open)).toMatchObject({ status: 'stale', data: 29 });
    expect(requests.count).toBe(2);
    requests.last.answer(29);
    expect(store.getState(getCount, open)).toMatchObject({ status: 'valid', data: 29 });
    expect(requests.count).toBe(2);
  });

  it.each([
    ['first', [0, 1]],
    ['last', [1, 0]],
  ])('is fetched once more if both are read at once, and its response comes %s', (_, order) => {
    const { store } = counted(29);
    void store.fetch(getCount, open);
    void store.fetch(getTicket, id);
    for (const at of order) requests.at(at).answer(at === 0 ? 28 : closed);
    expect(requests.count).toBe(3);
    requests.last.answer(28);
    expect(store.getState(getCount, open)).toMatchObject({ status: 'valid', data: 28 });
    expect(requests.count).toBe(3);
  });

  it('follows it if it was read before the record', () => {
    const { read, store } = counted(29);
    store.setResponse(getTickets, open, [one]);
    void store.fetch(getTicket, id);
    requests.last.answer(closed);
    expect(read()).toEqual(['valid', 28]);
    expect(requests.count).toBe(1);
  });

  it('follows it if it came with the record', () => {
    const { store } = storeKit();
    const getPage = getTickets.extend({
      name: 'getPage',
      schema: { items: tickets, total: tickets.count },
    });
    store.setResponse(getPage, open, { items: [one], total: 29 });
    void store.fetch(getTicket, id);
    requests.last.answer(closed);
    const { data, status } = store.getState(getPage, open);
    expect([status, data?.items.length, data?.total]).toEqual(['valid', 0, 28]);
  });

  it('is fetched once more if a complete read lacks an entity', () => {
    const { store } = counted(29);
    void store.fetch(getAll);
    requests.last.answer([]);
    expect(store.getState(getCount, open)).toMatchObject({ status: 'stale', data: 29 });
    expect(requests.count).toBe(2);
  });

  it('stays if the change does not concern it', () => {
    const { read, store } = counted(29);
    void store.fetch(getTicket, id);
    requests.last.answer({ ...one, title: 'new' });
    expect(read()).toEqual(['valid', 29]);
    expect(requests.count).toBe(1);
  });

  it('is stale for its next observer if it has none', () => {
    const { store } = storeKit();
    store.set(Ticket, one);
    store.setResponse(getCount, open, 29);
    void store.fetch(getTicket, id);
    requests.last.answer(closed);
    expect(requests.count).toBe(1);
    expect(store.getState(getCount, open)).toMatchObject({ status: 'stale', data: 29 });
  });
});

describe('lists and numbers of an entity that two requests have changed or shown at once', () => {
  const getTickets = new Endpoint(requests.send, { name: 'getTickets', schema: tickets });
  const closed = { status: 'closed' };

  /** A store that shows a list and a number, by their status. */
  function showing(...shown: readonly [typeof getCount | typeof getTickets, object, unknown][]) {
    const { store } = storeKit();
    store.set([Ticket], [one, { id: '2', ...closed }]);
    for (const [endpoint, args, response] of shown) {
      store.setResponse(endpoint as typeof getCount, args, response);
      store.observe(endpoint as typeof getCount, args).subscribe();
    }
    return store;
  }

  it('are fetched once more after two mutations, also those that it has left', () => {
    const store = showing([getTickets, closed, [{ id: '2', ...closed }]], [getCount, open, 1]);
    void store.fetch(update, { ...closed });
    void store.fetch(update, { ...open });
    requests.at(0).answer({ id: '1', ...closed });
    requests.at(1).answer(one);
    // Which of both the server has handled last is not known.
    expect(store.getState(getTickets, closed).status).toBe('stale');
    expect(store.getState(getCount, open).status).toBe('stale');
    expect(requests.count).toBe(4);
  });

  it('are fetched once more if the response to the later mutation came first', () => {
    const store = showing([getCount, open, 1], [getCount, closed, 1]);
    void store.fetch(update, { ...open });
    void store.fetch(update, { ...closed });
    requests.at(1).answer({ id: '2', ...closed });
    requests.at(0).answer({ id: '2', ...open });
    expect(store.getState(getCount, open).status).toBe('stale');
    expect(store.getState(getCount, closed).status).toBe('stale');
  });

  it('are not fetched again after mutations of two entities', () => {
    const store = showing([getTickets, open, [one]], [getCount, open, 1]);
    void store.fetch(update, { ...closed });
    void store.fetch(update, { ...open });
    requests.at(0).answer({ id: '1', ...closed });
    requests.at(1).answer({ id: '2', ...open });
    expect(store.getState(getTickets, open)).toMatchObject({
      status: 'valid',
      data: [{ id: '2' }],
    });
    expect(store.getState(getCount, open)).toMatchObject({ status: 'valid', data: 1 });
    expect(requests.count).toBe(2);
  });

  it('count a created entity that an overlapping read has brought before the response', () => {
    const store = showing([getTickets, open, [one]], [getCount, open, 1]);
    void store.fetch(getTickets, open);
    void store.fetch(create, open);
    requests.at(0).answer([one, { id: '3', ...open }]);
    requests.at(1).answer({ id: '3', ...open });
    expect(store.getState(getCount, open).status).toBe('stale');
  });

  it('are fetched once more if they were read beside a read that has shown the change first', () => {
    const store = showing([getTickets, open, [one]]);
    void store.fetch(getTickets, open);
    void store.fetch(getCount, closed);
    void store.fetch(update, open);
    requests.at(0).answer([one, { id: '2', ...open }]);
    // The server has counted before the mutation.
    requests.at(1).answer(1);
    requests.at(2).answer({ id: '2', ...open });
    expect(store.getState(getCount, closed).status).toBe('stale');
  });

  it('are fetched once more if the response to an edit comes after that to a later removal', () => {
    const store = showing([getCount, open, 1]);
    void store.fetch(update, { ...open });
    void store.fetch(remove, { ...closed });
    requests.at(1).answer({ id: '2' });
    requests.at(0).answer({ id: '2', ...open });
    expect(store.getState(getCount, open).status).toBe('stale');
  });

  it('are fetched once more after a change of an entity that a conflict has left open', () => {
    const store = showing([getCount, open, 1]);
    void store.fetch(update, { ...open });
    void store.fetch(update, { ...closed });
    requests.at(0).answer({ id: '2', ...open });
    requests.at(1).answer({ id: '2', ...closed });
    // The number is fetched: the ticket is open. The record here is not fetched.
    requests.at(2).answer(2);
    expect(store.getState(getCount, open)).toMatchObject({ status: 'valid', data: 2 });
    void store.fetch(remove, { ...open });
    requests.at(3).answer({ id: '2' });
    expect(store.getState(getCount, open).status).toBe('stale');
  });

  it('are fetched once more if they were read beside both and lack the entity', () => {
    const store = showing();
    void store.fetch(getTickets, open);
    void store.fetch(getCount, open);
    void store.fetch(update, { ...open });
    void store.fetch(update, { ...closed });
    requests.at(2).answer({ id: '2', ...open });
    requests.at(3).answer({ id: '2', ...closed });
    // The server has handled these before the first mutation, and that after the second one.
    requests.at(0).answer([one]);
    requests.at(1).answer(1);
    expect(store.getState(getTickets, open).status).toBe('stale');
    expect(store.getState(getCount, open).status).toBe('stale');
  });

  it('are not fetched again if they are of other entities', () => {
    class Other extends Entity {
      id = '';
      static override readonly key = 'Other';
    }
    const schema = new Collection([Other]);
    const getOthers = new Endpoint(requests.send, { name: 'getOthers', schema });
    const store = showing();
    void store.fetch(getOthers, open);
    void store.fetch(update, { ...open });
    void store.fetch(update, { ...closed });
    requests.at(1).answer({ id: '2', ...open });
    requests.at(2).answer({ id: '2', ...closed });
    requests.at(0).answer([]);
    expect(store.getState(getOthers, open).status).toBe('valid');
    expect(requests.count).toBe(3);
  });
});

describe('a number beside a list whose key the list of another Collection has, too', () => {
  class Row extends Entity {
    id = '';
    status = '';
    static override readonly key: string = 'Row';
  }
  class FullRow extends Row {
    title = '';
  }
  const makeAnew = () => {
    class Anew extends Entity {
      id = '';
      status = '';
      static override readonly key = 'Anew';
    }
    return Anew;
  };
  const union = () => new Union({ row: Row }, () => 'row') as never;
  const declarations: readonly [string, readonly (typeof Entity)[]][] = [
    ['a full class', [Row, FullRow]],
    ['a partial class', [FullRow, Row]],
    ['a mapping that is made anew', [union(), union()]],
    ['a class that is declared anew', [makeAnew(), makeAnew()]],
  ];
  const cases = declarations.flatMap(([name, classes]) =>
    (['first', 'second'] as const).map((at) => [name, at, classes] as const),
  );

  it.each(cases)('follows changes by %s, if it is that of the %s one', (name, at, classes) => {
    const isMapping = name.includes('mapping');
    const both = classes.map((members) => new Collection([members]));
    const list = both[at === 'first' ? 0 : 1];
    const getPage = new Endpoint(requests.send, {
      name: 'getPage',
      schema: { items: list, total: list.count },
    });
    const { store } = storeKit();
    const read = (): string => {
      const { data, status } = store.getState(getPage, open);
      return `${status}: ${data?.items.length} of ${data?.total}`;
    };
    for (const [index, { push, remove: takeOut }] of both.entries()) {
      const entity = isMapping ? Row : classes[index];
      store.setResponse(getPage, open, { items: [one, { id: '2', ...open }], total: 9 });
      store.set(entity, { id: '1', status: 'closed' });
      expect(read()).toBe('valid: 1 of 8');
      store.set(entity, one);
      expect(read()).toBe('valid: 2 of 9');
      store.set(new Invalidate(entity), '1');
      expect(read()).toBe('valid: 1 of 8');
      store.set(push, { id: `3${index}`, ...open } as never);
      expect(read()).toBe('valid: 2 of 9');
      store.set(takeOut, { id: `3${index}`, ...open } as never);
      expect(read()).toBe('valid: 1 of 8');
    }
  });
});
