import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { requests } from './tabsKit.ts';

export class Ticket extends Entity {
  id = '';
  status = '';
  static override readonly key = 'Ticket';
}

interface Args {
  readonly id?: string;
  readonly status: string;
}

export interface Call extends Args {
  readonly what: 'list' | 'count' | 'save' | 'remove' | 'create';
}

export const tickets = new Collection([Ticket], {
  filter: (ticket, { status }: Args) => ticket.status === status,
});
const send = (what: Call['what']) => (args: Args) => requests.send({ ...args, what });
export const getList = new Endpoint(send('list'), { name: 'getList', schema: tickets });
export const getCount = new Endpoint(send('count'), { name: 'getCount', schema: tickets.count });
const mutation = (what: Call['what'], schema: unknown) =>
  new Endpoint(send(what), { name: what, schema, sideEffect: true });
export const save = mutation('save', Ticket);
export const create = mutation('create', tickets.push);
export const remove = mutation('remove', new Invalidate(Ticket));

export const STATUSES = ['open', 'closed'];

/** A server with tickets. Ids that it does not have are refused. */
export class Server {
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

/** The requests of tabs: each is handled at a time, and answered at a later one. */
export class Traffic {
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

  /** Answers all requests, each a millisecond after the one before. A response without a delay is a write. */
  answerAll(advance: (ms: number) => void): void {
    do {
      for (let at = 0; at < requests.count; at++) {
        advance(1);
        this.answer(at);
      }
      advance(300);
    } while (this.#answered.size < requests.count);
  }
}

/** What a tab shows as valid, and what the server has. */
export function statesOf(store: Store, server: Server) {
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
