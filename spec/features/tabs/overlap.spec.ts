import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { openTabs, requests } from './tabsKit.ts';
import {
  type Call,
  create,
  getCount,
  getList,
  remove,
  save,
  Server,
  STATUSES,
  Ticket,
  tickets,
} from './ticketKit.ts';

const one = { id: '1' };
const open = { status: 'open' };
const closed = { status: 'closed' };
const reads = { list: getList, count: getCount };
const mutations = {
  close: [save, { ...one, ...closed }],
  reopen: [save, { id: '2', ...open }],
  remove: [remove, { ...one, ...open }],
  create: [create, open],
} as const;

/** In which order a read of one tab and a mutation of another one happen. */
interface Order {
  /** Which of them is sent, handled and answered first. */
  readonly sent: 'read' | 'mutation';
  readonly handled: 'read' | 'mutation';
  readonly answered: 'read' | 'mutation';
  /** Messages arrive between two steps, or changes wait for the next frame, or all messages are late. */
  readonly messages: 'between' | 'in frames' | 'late';
  /** Something else has created a ticket before. */
  readonly isOutside: boolean;
}

const firsts = ['read', 'mutation'] as const;
const arrivals = ['between', 'in frames', 'late'] as const;
const orders = firsts.flatMap((sent) =>
  firsts.flatMap((handled) =>
    firsts.flatMap((answered) =>
      arrivals.flatMap((messages) =>
        [true, false].map((isOutside): Order => ({ sent, handled, answered, messages, isOutside })),
      ),
    ),
  ),
);

const both = (first: 'read' | 'mutation') =>
  [first, first === 'read' ? 'mutation' : 'read'] as const;

/** The endpoint of a read. Both have the type of the list here. */
const endpointOf = (read: keyof typeof reads) => reads[read] as typeof getList;

const shown = (store: Store, read: keyof typeof reads): unknown => {
  const { data, status } = store.getState(endpointOf(read), open);
  if (status !== 'valid') return status;
  return Array.isArray(data) ? data.map(({ id }) => id).sort() : data;
};

/** The tabs after a read of the first one and a mutation of the second one, and what the server has. */
function overlap(
  read: keyof typeof reads,
  change: keyof typeof mutations,
  known: readonly boolean[],
  { sent, handled, answered, messages, isOutside }: Order,
) {
  requests.sent.length = 0;
  const server = new Server();
  const { channel, clock, frame, tabs } = openTabs(2);
  const [reader, writer] = tabs.map(({ store }) => store) as [Store, Store];
  const endpoint = endpointOf(read);
  const [mutate, args] = mutations[change];
  const call: Call = { what: read, ...open };
  for (const [at, store] of [reader, writer].entries()) {
    store.set([Ticket], server.with(...STATUSES));
    if (known[at]) store.setResponse(endpoint, open, server.handle(call));
    if (known[at]) store.observe(endpoint, open).subscribe();
  }
  frame();
  if (isOutside) server.handle({ what: 'create', ...open });
  const send = {
    read: () => void reader.fetch(endpoint, open),
    mutation: () => void writer.fetch(mutate, args),
  };
  const pass = (): void => (messages === 'between' ? frame() : clock.advance(1));
  if (messages === 'late') channel.delay(10);
  for (const step of both(sent)) {
    send[step]();
    pass();
  }
  const at = (step: 'read' | 'mutation') => requests.at(step === sent ? 0 : 1);
  const responses = new Map<string, unknown>();
  for (const step of both(handled)) {
    responses.set(step, server.handle(at(step).args[0] as Call));
  }
  for (const step of both(answered)) {
    at(step).answer(responses.get(step));
    pass();
  }
  // A key without observers may be stale.
  reader.observe(endpoint, open).subscribe();
  for (let next = 2; next <= requests.count; next++) {
    // Late messages arrive in the second frame.
    frame();
    frame();
    if (next < requests.count) requests.at(next).answer(server.handle(call));
  }
  const ids = server.with('open').map(({ id }) => id);
  const truth = read === 'list' ? ids.sort() : ids.length;
  return { reader: shown(reader, read), writer: shown(writer, read), truth };
}

const knowing = {
  neither: [false, false],
  reader: [true, false],
  writer: [false, true],
  both: [true, true],
};

describe.each(['list', 'count'] as const)('a %s that one tab reads while another one', (read) => {
  describe.each(['close', 'reopen', 'remove', 'create'] as const)('sends “%s”', (change) => {
    it.each(Object.entries(knowing))('is that of the server if %s had it before', (_, known) => {
      for (const order of orders) {
        const { reader, writer, truth } = overlap(read, change, known, order);
        // The second tab knows of nothing else that happens on the server.
        const isTrue = known[1] && !order.isOutside;
        const expected = { reader: truth, writer: isTrue ? truth : writer };
        expect({ order, reader, writer }).toEqual({ order, ...expected });
      }
    });
  });
});

it('a number that another tab has read before the message of a mutation here is fetched once more', () => {
  requests.sent.length = 0;
  const { channel, clock, frame, tabs } = openTabs(2);
  const [a, b] = tabs.map(({ store }) => store);
  b.setResponse(getCount, open, 2);
  b.observe(getCount, open).subscribe();
  frame();
  channel.delay(10);
  void b.fetch(create, open);
  clock.advance(1);
  void a.fetch(getCount, open);
  clock.advance(1);
  // The server has created the ticket, and counted it.
  requests.at(1).answer(3);
  frame();
  frame();
  expect(shown(b, 'count')).toBe(3);
  requests.at(0).answer({ id: '4', ...open });
  expect(shown(b, 'count')).toBe('stale');
  requests.last.answer(3);
  expect(shown(b, 'count')).toBe(3);
  expect(requests.count).toBe(3);
});

describe('tabs that change a list at the same moment', () => {
  function changing(...changes: readonly ((store: Store) => void)[]) {
    requests.sent.length = 0;
    const { clock, frame, tabs } = openTabs(3);
    for (const { store } of tabs) {
      store.set([Ticket], new Server().with(...STATUSES));
      store.setResponse(getList, open, new Server().with('open'));
      store.setResponse(getCount, open, 2);
      store.observe(getList, open).subscribe();
      store.observe(getCount, open).subscribe();
    }
    frame();
    frame();
    for (const [at, change] of changes.entries()) {
      change(tabs[at].store);
      clock.advance(1);
    }
    for (let round = 0; round < 3; round++) frame();
    const stores = tabs.map(({ store }) => store);
    return {
      frame,
      lists: () => stores.map((store) => shown(store, 'list')),
      counts: () => stores.map((store) => shown(store, 'count')),
    };
  }

  const set = (id: string, status: string) => (store: Store) => store.set(Ticket, { id, status });

  it('follow the edits of both', () => {
    const { counts, lists } = changing(set('1', 'closed'), set('3', 'closed'));
    expect(lists()).toEqual([[], [], []]);
    expect(counts()).toEqual([0, 0, 0]);
    expect(requests.count).toBe(0);
  });

  it('follow edits with which entities leave and join', () => {
    const { counts, lists } = changing(set('1', 'closed'), set('2', 'open'), set('3', 'closed'));
    expect(lists()).toEqual([['2'], ['2'], ['2']]);
    expect(counts()).toEqual([1, 1, 1]);
    expect(requests.count).toBe(0);
  });

  it('follow the edit of one entity once', () => {
    const { counts, lists } = changing(set('1', 'closed'), set('1', 'closed'));
    expect(lists()).toEqual([['3'], ['3'], ['3']]);
    expect(counts()).toEqual([1, 1, 1]);
    expect(requests.count).toBe(0);
  });

  it('fetch it if both have added to it, and one of both is missing in each', () => {
    const push = (id: string) => (store: Store) => store.set(tickets.push, { id, ...open });
    const { frame, lists } = changing(push('4'), push('5'));
    expect(lists().filter((list) => list === 'stale').length).toBeGreaterThan(0);
    const all = [...new Server().with('open'), { id: '4', ...open }, { id: '5', ...open }];
    for (let at = 0; at < requests.count; at++) {
      requests.at(at).answer((requests.at(at).args[0] as Call).what === 'count' ? 4 : all);
      frame();
    }
    expect(lists()).toEqual([1, 2, 3].map(() => ['1', '3', '4', '5']));
  });
});

describe('a change that a read of one tab shows', () => {
  const getTicket = new Endpoint((_args: { id: string }) => requests.send('ticket'), {
    name: 'getTicket',
    schema: Ticket,
  });
  const closedOne = { ...one, ...closed };

  /** The second tab has read a number after the ticket that the first one reads again. */
  function numberAfterRecord() {
    requests.sent.length = 0;
    const { clock, frame, tabs } = openTabs(2);
    const [a, b] = tabs.map(({ store }) => store);
    for (const store of [a, b]) store.setResponse(getTicket, one, { ...one, ...open });
    clock.advance(50);
    b.setResponse(getCount, open, 1);
    b.observe(getCount, open).subscribe();
    frame();
    return { a, b, frame };
  }

  it('has another tab fetch a number that may have it already', () => {
    const { a, b, frame } = numberAfterRecord();
    void a.fetch(getTicket, one);
    frame();
    requests.last.answer(closedOne);
    frame();
    expect(shown(b, 'count')).toBe('stale');
    expect(requests.count).toBe(2);
    requests.last.answer(1);
    expect(shown(b, 'count')).toBe(1);
  });

  it('changes the number of another tab if a mutation has made it', () => {
    const { a, b, frame } = numberAfterRecord();
    void a.fetch(save, closedOne);
    frame();
    requests.last.answer(closedOne);
    frame();
    expect(shown(b, 'count')).toBe(0);
    expect(requests.count).toBe(1);
  });
});
