import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { runs } from '../../support/runs.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { openTabs, requests } from './tabsKit.ts';

class Ticket extends Entity {
  id = '';
  status = '';
  static override readonly key = 'Ticket';
}

interface Args {
  readonly id?: string;
  readonly status: string;
}

interface Call extends Args {
  readonly what: 'list' | 'count' | 'save' | 'remove' | 'create';
}

const tickets = new Collection([Ticket], {
  filter: (ticket, { status }: Args) => ticket.status === status,
});
const send = (what: Call['what']) => (args: Args) => requests.send({ ...args, what });
const getList = new Endpoint(send('list'), { name: 'getList', schema: tickets });
const getCount = new Endpoint(send('count'), { name: 'getCount', schema: tickets.count });
const mutation = (what: Call['what'], schema: unknown) =>
  new Endpoint(send(what), { name: what, schema, sideEffect: true });
const save = mutation('save', Ticket);
const create = mutation('create', tickets.push);
const remove = mutation('remove', new Invalidate(Ticket));

const STATUSES = ['open', 'closed'];
const IDS = ['1', '2', '3'];

/** A server with tickets. Ids that it does not have are refused. */
class Server {
  readonly #tickets = new Map([
    ['1', 'open'],
    ['2', 'closed'],
    ['3', 'open'],
  ]);
  #next = 4;

  with(...statuses: readonly string[]) {
    const all = [...this.#tickets].map(([id, status]) => ({ id, status }));
    return all.filter(({ status }) => statuses.includes(status));
  }

  handle({ what, id = '', status }: Call): unknown {
    const list = this.with(status);
    if (what === 'list') return list;
    if (what === 'count') return list.length;
    if (what === 'remove') {
      this.#tickets.delete(id);
      return { id };
    }
    const own = what === 'create' ? `${this.#next++}` : id;
    if (what === 'save' && !this.#tickets.has(id)) return new Error('404');
    this.#tickets.set(own, status);
    return { id: own, status };
  }
}

/** The requests of a history: each is handled at a time, and answered at a later one. */
class Traffic {
  readonly server = new Server();
  readonly #responses = new Map<number, unknown>();
  readonly #answered = new Set<number>();

  /** Whether a mutation of a ticket has no response yet. */
  isPending(id: string | undefined): boolean {
    return requests.sent.some(({ args: [call] }, at) => {
      // The cast holds: all requests are calls.
      const { id: own } = call as Call;
      return own === id && own !== undefined && !this.#answered.has(at);
    });
  }

  handle(at: number): void {
    // The cast holds: all requests are calls.
    const [call] = requests.at(at).args as [Call];
    if (!this.#responses.has(at)) this.#responses.set(at, this.server.handle(call));
  }

  answer(at: number): void {
    this.handle(at);
    if (this.#answered.has(at)) return;
    this.#answered.add(at);
    const response = this.#responses.get(at);
    if (response instanceof Error) requests.at(at).fail(response);
    else requests.at(at).answer(response);
  }

  answerAll(advance: () => void): void {
    do {
      for (let at = 0; at < requests.count; at++) this.answer(at);
      advance();
    } while (this.#answered.size < requests.count);
  }
}

/** What a tab shows as valid, and what the server has. */
function statesOf(store: Store, server: Server) {
  return STATUSES.map((status) => {
    const [list, count] = [getList, getCount].map((get) => {
      const state = store.getState(get as typeof getList, { status });
      return state.status === 'valid' ? state.data : undefined;
    });
    const ids = server.with(status).map(({ id }) => id);
    const shown = { list: list?.map(({ id }) => id).sort(), count };
    return [shown, { list: list && ids.sort(), count: count === undefined ? count : ids.length }];
  });
}

/** Some tabs read and change tickets, of which they know all, but each ticket one after the other. */
function history(seed: number) {
  requests.sent.length = 0;
  const random = seededRandom(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)];
  const traffic = new Traffic();
  const { channel, clock, tabs } = openTabs(1 + (seed % 3), {}, { random });
  channel.delay(() => Math.floor(random() * 10));
  for (const { store } of tabs) store.set([Ticket], traffic.server.with(...STATUSES));
  clock.advance(100);
  for (const { store } of tabs) {
    for (const status of STATUSES) {
      if (random() < 0.5) store.observe(getList, { status }).subscribe();
      if (random() < 0.5) store.observe(getCount, { status }).subscribe();
    }
  }
  traffic.answerAll(() => clock.advance(500));
  const endpoints = [getList, getCount, save, save, create, remove];
  for (let step = 0; step < 5; step++) {
    const { store } = pick(tabs);
    const endpoint = pick(endpoints);
    const id = endpoint === save || endpoint === remove ? pick(IDS) : undefined;
    if (!traffic.isPending(id)) {
      const args = { status: pick(STATUSES), ...(id !== undefined && { id }) };
      store.fetch(endpoint, args).catch(() => undefined);
    }
    clock.advance(Math.floor(random() * 20));
    for (let at = 0; at < requests.count; at++) {
      if (random() < 0.3) traffic.handle(at);
      if (random() < 0.2) traffic.answer(at);
    }
    clock.advance(Math.floor(random() * 20));
  }
  traffic.answerAll(() => clock.advance(300));
  return tabs.flatMap(({ store }) => statesOf(store, traffic.server));
}

it('lists and numbers that are valid are those of the server, in whichever order requests and messages arrive', () => {
  let shown = 0;
  for (let seed = 1; seed <= runs(2_000); seed++) {
    for (const [state, expected] of history(seed)) {
      expect({ seed, state }).toEqual({ seed, state: expected });
      if (state.list) shown++;
    }
  }
  expect(shown).toBeGreaterThan(runs(2_000));
});
