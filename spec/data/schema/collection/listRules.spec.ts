import { Endpoint } from '../../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../../src/data/schema/Entity.ts';
import { Union } from '../../../../src/data/schema/Union.ts';
import type { Store } from '../../../../src/kernel/store/Store.ts';
import { FakeRequests } from '../../../support/FakeRequests.ts';
import { storeKit } from '../../../support/storeKit.ts';

class Ticket extends Entity {
  id = '';
  status = '';
  assignee = '';
  tags: string[] = [];
  rank: number | null = 0;
  board = '';
  type = '';
  static override readonly key: string = 'Ticket';
}

type TicketInput = Partial<Omit<Ticket, keyof Entity>>;

const requests = new FakeRequests();
const tickets = new Collection([Ticket]);
const getTickets = new Endpoint(requests.send, { name: 'getTickets', schema: tickets });
const getTicket = new Endpoint(requests.send, { name: 'getTicket', schema: Ticket, lookup: true });
const update = new Endpoint(requests.send, {
  name: 'update',
  schema: Ticket,
  sideEffect: true,
  getOptimisticResponse: (_snapshot, _params: { id: string }, change: TicketInput) => ({
    ..._params,
    ...change,
  }),
});

beforeEach(() => {
  requests.sent.length = 0;
});

/** Loads lists: each with its arguments and its tickets. */
function withLists(...lists: readonly (readonly [args: object, items: readonly TicketInput[]])[]) {
  const { store } = storeKit();
  for (const [args, items] of lists) {
    void store.fetch(getTickets, args);
    requests.last.answer(items);
  }
  return store;
}

function idsIn(store: Store, args: object): string | undefined {
  return store
    .get(tickets, args)
    ?.map(({ id }) => id)
    .join(' ');
}

const open = { status: 'open' };
const closed = { status: 'closed' };
const one = { id: '1', status: 'open' };
const two = { id: '2', status: 'open' };
const three = { id: '3', status: 'closed' };

function openAndClosed(): Store {
  return withLists([open, [one, two]], [closed, [three]]);
}

/** What may write a record. */
const writers: Record<string, (store: Store, record: TicketInput) => void> = {
  'store.set': (store, record) => store.set(Ticket, record),
  'a response of the entity': (store, record) => {
    void store.fetch(getTicket, { id: record.id });
    requests.last.answer(record);
  },
  'a response of another list': (store, record) => {
    void store.fetch(getTickets, { board: '7' });
    requests.last.answer([record]);
  },
  'a mutation': (store, record) => {
    void store.fetch(update, { id: record.id! }, record);
    requests.last.answer(record);
  },
  'a prediction': (store, record) => void store.fetch(update, { id: record.id! }, record),
};

describe.each(Object.entries(writers))('a list, when %s changes a record', (_, write) => {
  it('loses an entity that stops to match, and the list that it matches gets it', () => {
    const store = openAndClosed();
    write(store, { id: '1', status: 'closed' });
    expect([idsIn(store, open), idsIn(store, closed)]).toEqual(['2', '3 1']);
  });

  it('keeps its reference if the change does not concern it', () => {
    const store = withLists([open, [one, two]], [{ assignee: 'ann' }, []]);
    const [before, other] = [store.get(tickets, open), store.get(tickets, { assignee: 'ann' })];
    write(store, { id: '1', rank: 3 });
    expect(store.get(tickets, open)!.map(({ id }) => id)).toEqual(['1', '2']);
    expect(store.get(tickets, { assignee: 'ann' })).toBe(other);
    write(store, { id: '2', assignee: 'ann' });
    // The assignee was unknown: the server has decided.
    expect(store.get(tickets, { assignee: 'ann' })).toBe(other);
    expect(before).toHaveLength(2);
  });

  it('that has several arguments takes an entity that matches all of them', () => {
    const store = withLists(
      [{ status: 'open', assignee: 'ann' }, []],
      [{ status: 'open', assignee: 'bob' }, []],
      [{ assignee: 'ann' }, [{ id: '4', status: 'closed', assignee: 'ann' }]],
    );
    write(store, { id: '4', status: 'open', assignee: 'ann' });
    expect(idsIn(store, { status: 'open', assignee: 'ann' })).toBe('4');
    expect(idsIn(store, { status: 'open', assignee: 'bob' })).toBe('');
    write(store, { id: '4', status: 'open', assignee: 'bob' });
    expect(idsIn(store, { status: 'open', assignee: 'ann' })).toBe('');
    expect(idsIn(store, { status: 'open', assignee: 'bob' })).toBe('4');
    expect(idsIn(store, { assignee: 'ann' })).toBe('');
  });

  it('with an array as argument holds entities with one of the values', () => {
    const either = { status: ['open', 'pending'] };
    const store = withLists([either, [one, two]], [closed, [three]]);
    write(store, { id: '1', status: 'pending' });
    expect(idsIn(store, either)).toBe('1 2');
    write(store, { id: '2', status: 'closed' });
    expect(idsIn(store, either)).toBe('1');
    write(store, { id: '3', status: 'pending' });
    expect([idsIn(store, either), idsIn(store, closed)]).toEqual(['1 3', '2']);
  });

  it('with one value for an array of the record holds entities that contain it', () => {
    const red = { tags: 'red' };
    const store = withLists(
      [red, [{ id: '1', tags: ['red', 'big'] }]],
      [{}, [{ id: '2', tags: ['blue'] }]],
    );
    write(store, { id: '1', tags: ['big'] });
    expect(idsIn(store, red)).toBe('');
    write(store, { id: '2', tags: ['blue', 'red'] });
    expect(idsIn(store, red)).toBe('2');
  });
});

describe('a list', () => {
  it('does not lose a member that never matched by comparison', () => {
    const search = { assignee: 'An' };
    const store = withLists([search, [{ id: '1', assignee: 'Ann', rank: 1 }]]);
    store.set(Ticket, { id: '1', assignee: 'Anna', rank: 2 });
    expect(idsIn(store, search)).toBe('1');
  });

  it('does not get an entity that is seen for the first time', () => {
    const store = openAndClosed();
    store.set(Ticket, { id: '9', status: 'open' });
    expect(idsIn(store, open)).toBe('1 2');
  });

  it('loses an entity whatever arguments it has that name no member', () => {
    const limited = { status: 'open', limit: 10 };
    const store = withLists([limited, [one, two]]);
    store.set(Ticket, { id: '1', status: 'closed' });
    expect(idsIn(store, limited)).toBe('2');
  });

  it('is not joined by what an argument without member may exclude', () => {
    const search = { status: 'open', q: 'printer' };
    const store = withLists([search, [one]], [closed, [three]]);
    store.set(Ticket, { id: '3', status: 'open' });
    expect(idsIn(store, search)).toBe('1');
  });

  it.each<[name: string, others: object]>([
    ['that no member has', { q: 'printer' }],
    ['of a parent', { id: '9' }],
    ['that the record lacks', { assignee: 'ann' }],
  ])('gets an entity that leaves the list with the same argument %s', (_, others) => {
    const store = withLists(
      [{ ...open, ...others }, [one]],
      [{ ...closed, ...others }, [three]],
      [{ ...closed, board: '2', ...others }, []],
      [{ ...closed, q: 'other', id: '8', assignee: 'bob' }, []],
    );
    store.set(Ticket, { id: '1', status: 'closed' });
    expect(idsIn(store, { ...open, ...others })).toBe('');
    expect(idsIn(store, { ...closed, ...others })).toBe('3 1');
    expect(idsIn(store, { ...closed, board: '2', ...others })).toBe('');
    expect(idsIn(store, { ...closed, q: 'other', id: '8', assignee: 'bob' })).toBe('');
    store.set(Ticket, { id: '1', status: 'open' });
    expect(idsIn(store, { ...open, ...others })).toBe('1');
  });

  it('of a parent is not joined by entities with the id of the parent', () => {
    const ofThree = { id: '3', status: 'open' };
    const store = withLists([ofThree, [one]], [closed, [three]]);
    store.set(Ticket, { id: '3', status: 'open' });
    expect(idsIn(store, ofThree)).toBe('1');
    store.set(Ticket, { id: '1', status: 'closed' });
    expect(idsIn(store, ofThree)).toBe('');
  });

  it('treats numbers and booleans as their texts, and null as itself', () => {
    const store = withLists([{ rank: 1 }, [{ id: '1', rank: 1 }]], [{ rank: 2 }, []]);
    store.set(Ticket, { id: '1', rank: '2' });
    expect([idsIn(store, { rank: 1 }), idsIn(store, { rank: 2 })]).toEqual(['', '1']);
    store.set(Ticket, { id: '1', rank: null });
    expect(idsIn(store, { rank: 2 })).toBe('');
  });

  it('is not changed by a write that is older than its request', () => {
    const store = openAndClosed();
    void store.fetch(getTicket, { id: '1' });
    const slow = requests.last;
    void store.fetch(getTickets, closed);
    requests.last.answer([three]);
    void store.fetch(getTickets, open);
    requests.last.answer([two]);
    slow.answer({ id: '1', status: 'closed' });
    expect([idsIn(store, open), idsIn(store, closed)]).toEqual(['2', '3']);
  });

  it('is what its own response says, also of entities that do not match', () => {
    const store = openAndClosed();
    void store.fetch(getTickets, open);
    requests.last.answer([{ ...one, status: 'closed' }]);
    expect([idsIn(store, open), idsIn(store, closed)]).toEqual(['1', '3 1']);
  });

  it('that arrives without a later change gets it, also for the first time', () => {
    const store = withLists([closed, [three]]);
    void store.fetch(getTickets, open);
    store.set(Ticket, { id: '3', status: 'open' });
    requests.last.answer([one, two]);
    expect([idsIn(store, open), idsIn(store, closed)]).toEqual(['1 2 3', '']);
  });

  it('that arrives with an entity that has left meanwhile does not show it', () => {
    const store = withLists([open, [one, two]]);
    void store.fetch(getTickets, open);
    store.set(Ticket, { id: '1', status: 'closed' });
    requests.last.answer([one, two]);
    expect(idsIn(store, open)).toBe('2');
  });

  it('that arrives after a newer record of a new entity does not show it where it does not match', () => {
    const { store } = storeKit();
    void store.fetch(getTickets, open);
    void store.fetch(getTickets, closed);
    store.set(Ticket, { id: '1', status: 'closed' });
    requests.at(0).answer([one, two]);
    requests.at(1).answer([three]);
    expect(idsIn(store, open)).toBe('2');
    expect(store.get(tickets, closed)!.map(({ status }) => status)).not.toContain('open');
  });

  it('keeps its order when the response of an earlier request arrives', () => {
    const { store } = storeKit();
    const four = { id: '4', status: 'closed' };
    void store.fetch(getTickets, closed);
    void store.fetch(getTickets.extend({ name: 'archive' }), closed);
    const setStatus = (id: string, status: string): void => store.set(Ticket, { id, status });
    for (const status of ['closed', 'open', 'closed']) setStatus('3', status);
    requests.at(1).answer([three, four]);
    setStatus('5', 'open');
    setStatus('5', 'closed');
    expect(idsIn(store, closed)).toBe('4 3 5');
    requests.at(0).answer([three]);
    expect(idsIn(store, closed)).toBe('4 3 5');
  });

  it('keeps its order when the response of an earlier request does not concern it', () => {
    const store = withLists([closed, [three, { id: '4', status: 'closed' }]]);
    store.set(Ticket, { id: '6', assignee: 'An' });
    void store.fetch(getTicket, { id: '6' });
    const setStatus = (id: string, status: string): void => store.set(Ticket, { id, status });
    for (const status of ['open', 'closed']) setStatus('3', status);
    for (const status of ['open', 'closed']) setStatus('5', status);
    expect(idsIn(store, closed)).toBe('4 3 5');
    requests.last.answer({ id: '6', status: 'closed' });
    expect(idsIn(store, closed)).toBe('4 3 5');
  });

  it('that arrives with an older record of a search keeps it', () => {
    const { store } = storeKit();
    const search = { assignee: 'An' };
    void store.fetch(getTickets, search);
    store.set(Ticket, { id: '1', assignee: 'Anna', rank: 2 });
    requests.at(0).answer([{ id: '1', assignee: 'Ann', rank: 1 }]);
    expect(idsIn(store, search)).toBe('1');
  });

  it('is as before when a prediction fails', async () => {
    const store = openAndClosed();
    const before = [store.get(tickets, open), store.get(tickets, closed)];
    const failing = store.fetch(update, { id: '1' }, { status: 'closed' });
    expect([idsIn(store, open), idsIn(store, closed)]).toEqual(['2', '3 1']);
    requests.last.fail(new Error('refused'));
    await expect(failing).rejects.toThrow('refused');
    expect(store.get(tickets, open)).toEqual(before[0]);
    expect(store.get(tickets, closed)).toEqual(before[1]);
    expect(store.get(tickets, open)![1]).toBe(before[0]![1]);
  });

  it('is not fetched again because two mutations at once move different members', () => {
    const store = withLists([open, [one, two]], [closed, []]);
    const subscription = store.observe(getTickets, open).subscribe();
    const change = update.extend({ getOptimisticResponse: undefined });
    void store.fetch(change, { id: '1' }, closed);
    void store.fetch(change, { id: '2' }, closed);
    requests.at(2).answer({ ...one, ...closed });
    requests.at(3).answer({ ...two, ...closed });
    expect([idsIn(store, open), idsIn(store, closed)]).toEqual(['', '1 2']);
    expect(requests.count).toBe(4);
    subscription.unsubscribe();
  });

  it('is not fetched again because its response and a mutation move different members', () => {
    const store = withLists([open, [one, two]]);
    const subscription = store.observe(getTickets, closed).subscribe();
    const change = update.extend({ getOptimisticResponse: undefined });
    void store.fetch(change, { id: '1' }, { status: 'pending' });
    requests.at(1).answer([{ ...two, ...closed }]);
    requests.at(2).answer({ ...one, status: 'pending' });
    expect([idsIn(store, open), idsIn(store, closed)]).toEqual(['', '2']);
    expect(requests.count).toBe(3);
    subscription.unsubscribe();
  });

  it.each([
    ['list', tickets],
    ['number', tickets.count],
  ])(
    'is fetched once more as a %s if two mutations at once leave its members open',
    (_, schema) => {
      const store = withLists([{}, [one]]);
      const getClosed = getTickets.extend({ name: 'getClosed', schema });
      void store.fetch(update, { id: '1' }, open);
      // A message says what the first mutation changes back; its response counts as older.
      store.set(Ticket, { id: '1', status: 'closed' });
      const subscription = store.observe(getClosed, closed).subscribe();
      void store.fetch(update, { id: '1' }, closed);
      requests.at(1).answer({ id: '1', status: 'open' });
      requests.at(2).answer(schema === tickets ? [] : 0);
      requests.at(3).answer({ id: '1', status: 'closed' });
      expect(store.getState(getClosed, closed).status).toBe('stale');
      expect(requests.count).toBe(5);
      subscription.unsubscribe();
    },
  );

  it('that arrives below a prediction follows it', () => {
    const store = withLists([open, [one, two]]);
    void store.fetch(update, { id: '1' }, { status: 'closed' });
    void store.fetch(getTickets, closed);
    requests.last.answer([three]);
    expect(idsIn(store, closed)).toBe('3 1');
  });

  it('with `follows: false` is changed by requests only', () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const fixed = new Collection([Ticket], { follows: false });
    const getFixed = new Endpoint(requests.send, { name: 'getFixed', schema: fixed });
    const { store } = storeKit();
    void store.fetch(getFixed, open);
    requests.last.answer([one]);
    store.set(Ticket, { id: '1', status: 'closed' });
    expect(store.get(fixed, open)).toHaveLength(1);
  });

  it('with `follows: false` and `sort` puts what a request adds in its position, and moves nothing', () => {
    class Task extends Entity {
      id = '';
      rank = 0;
      static override readonly key = 'FixedTask';
    }
    const tasks = new Collection([Task], { follows: false, sort: (a, b) => a.rank - b.rank });
    const getTasks = new Endpoint(requests.send, { name: 'getTasks', schema: tasks });
    const { store } = storeKit();
    const ids = () => store.get(tasks, {})?.map(({ id }) => id);
    store.setResponse(
      getTasks,
      {},
      [1, 3].map((rank) => ({ id: `${rank}`, rank })),
    );
    store.set(tasks.push, { id: '2', rank: 2 });
    expect(ids()).toEqual(['1', '2', '3']);
    store.set(Task, { id: '1', rank: 9 });
    expect(ids()).toEqual(['1', '2', '3']);
  });

  it('that a page begins has the rules of its own Collection', () => {
    class Task extends Entity {
      id = '';
      title = '';
      static override readonly key = 'PagedTask';
    }
    const all = new Collection([Task]);
    const found = new Collection([Task], {
      filter: ({ q }, { title }) => title.includes(String(q)),
    });
    const getPage = new Endpoint(requests.send, { name: 'getTaskPage', schema: found.getPage });
    const { store } = storeKit();
    store.setResponse(getPage, { q: 'a' }, [{ id: '1', title: 'ab' }]);
    store.set(Task, { id: '1', title: 'bc' });
    expect([all.key, store.get(found, { q: 'a' })]).toEqual([found.key, []]);
  });

  it('keeps its rules when another collection of the same members is declared', () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    class Note extends Ticket {
      static override readonly key = 'Note';
    }
    const notes = new Collection([Note]);
    const { store } = storeKit();
    const getNotes = new Endpoint(requests.send, { name: 'getNotes', schema: notes });
    store.setResponse(getNotes, open, [one]);
    store.setResponse(getNotes, closed, []);
    const fixed = new Collection([Note], { follows: false });
    const getFixed = new Endpoint(requests.send, { name: 'getFixed', schema: fixed });
    store.setResponse(getFixed, { status: 'open', board: '1' }, [one]);
    store.set(Note, { id: '1', status: 'closed' });
    expect([store.get(notes, open), store.get(notes, closed)!.length]).toEqual([[], 1]);
    expect(store.get(fixed, { status: 'open', board: '1' })).toHaveLength(1);
  });

  it('follows a class that is added to its mapping later', () => {
    class Memo extends Ticket {
      static override readonly key = 'Memo';
    }
    class Task extends Ticket {
      static override readonly key = 'Task';
    }
    const items = new Collection([new Union({ memo: Memo }, 'type')]);
    items.define({ task: Task });
    const { store } = storeKit();
    const getItems = new Endpoint(requests.send, { name: 'getItems', schema: items });
    store.setResponse(getItems, open, [{ ...one, type: 'task' }]);
    store.set(Task, { id: '1', status: 'closed' });
    expect([items.key, store.get(items, open)]).toEqual(['[memo:Memo;task:Task]', []]);
  });

  it('of several classes follows each of them', () => {
    class Bug extends Ticket {
      static override readonly key = 'Bug';
    }
    const items = new Collection([new Union({ ticket: Ticket, bug: Bug }, 'type')]);
    const getItems = new Endpoint(requests.send, { name: 'getItems', schema: items });
    const { store } = storeKit();
    void store.fetch(getItems, open);
    requests.last.answer([
      { ...one, type: 'ticket' },
      { ...one, type: 'bug' },
    ]);
    void store.fetch(getItems, closed);
    requests.last.answer([]);
    store.set(Bug, { id: '1', status: 'closed' });
    expect(store.get(items, open)!.map(({ constructor }) => constructor)).toEqual([Ticket]);
    expect(store.get(items, closed)!.map(({ constructor }) => constructor)).toEqual([Bug]);
  });

  it('nested in an entity follows its members', () => {
    const comments = new Collection([Ticket], {
      nestKey: (board: { id: string }) => ({ board: board.id }),
    });
    class Board extends Entity {
      id = '';
      items: Ticket[] = [];
      static override readonly key = 'Board';
      static override readonly schema = { items: comments };
    }
    const { store } = storeKit();
    store.set(Board, { id: 'a', items: [{ id: '1', board: 'a' }] });
    store.set(Board, { id: 'b', items: [] });
    store.set(Ticket, { id: '1', board: 'b' });
    expect(store.get(Board, { id: 'a' })!.items).toEqual([]);
    expect(store.get(Board, { id: 'b' })!.items).toHaveLength(1);
  });
});
