import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { pages } from '../../../src/features/pages/pages.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { type FakeRequest, FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';
import type { PageStep } from './PageHistory.ts';
import { compareTickets, PageServer } from './PageServer.ts';

class Ticket extends Entity {
  id = '';
  status = '';
  rank = 0;
  static override readonly key = 'Ticket';
}

/** The lists of a history, by their argument. */
export const STATUSES = ['open', 'closed'];

/** A request in flight. `handle` returns what the server says; `undefined`: it refuses. */
interface Sent {
  readonly fake: FakeRequest;
  readonly handle: () => unknown;
  reply?: { readonly body: unknown };
}

/** A store that shows two lists in pages, and its server. */
export class PageWorld {
  readonly server = new PageServer();
  readonly #store = storeKit().store;
  readonly #requests = new FakeRequests();
  #inFlight: Sent[] = [];
  readonly #list = new Collection([Ticket], { sort: compareTickets });
  readonly #getTickets = new RestEndpoint({
    path: '/tickets',
    searchParams: {} as { status: string },
    schema: { items: this.#list, total: this.#list.count },
    pages: {
      next: ({ items, total }) => (items.length < total ? { offset: items.length } : null),
    },
    fetch: (params: { readonly status: string; readonly offset?: number }) =>
      this.#send(() => this.server.page(params.status, params.offset ?? 0)),
  });
  readonly #pages = STATUSES.map((status) => pages(this.#store, this.#getTickets, { status }));

  constructor() {
    for (const list of this.#pages) list.subscribe();
    this.settle();
  }

  /** How many requests were sent. */
  get sentCount(): number {
    return this.#requests.count;
  }

  #send(handle: () => unknown) {
    const responses = this.#requests.send();
    this.#inFlight.push({ fake: this.#requests.last, handle });
    return responses;
  }

  #mutate(schema: object, args: readonly object[], shown: unknown, handle: () => unknown): void {
    const mutation = new Endpoint((..._args: object[]) => this.#send(handle), {
      name: 'mutation',
      schema,
      sideEffect: true,
      getOptimisticResponse: () => shown,
    });
    this.#store.fetch(mutation, ...args).catch(() => {});
  }

  /** Performs a step. */
  run(step: PageStep): void {
    const { server } = this;
    const all = [...server.tickets.keys()];
    // A program edits what it has seen; messages are about all tickets.
    const ids = step.do === 'message' ? all : all.filter((one) => this.#store.get(Ticket, one));
    const id = 'which' in step ? ids[step.which % ids.length] : undefined;
    switch (step.do) {
      case 'more': {
        const { fetchNext, hasNext } = this.#pages[step.which % STATUSES.length].getValue();
        if (hasNext) fetchNext().catch(() => {});
        return;
      }
      case 'patch': {
        if (id === undefined) return;
        const { isRefused, part } = step;
        const handle = () => (isRefused ? undefined : server.change(id, part));
        return this.#mutate(Ticket, [{ id }, part], { id, ...part }, handle);
      }
      case 'message': {
        const before = id === undefined ? undefined : server.tickets.get(id);
        const after = before && server.change(before.id, step.part);
        if (!after) return;
        return this.#store.batch(() => {
          this.#store.set(Ticket, before);
          this.#store.set(Ticket, after);
        });
      }
      case 'create': {
        const part = { status: 'open', rank: 5, ...step.part };
        const handle = () => (step.isRefused ? undefined : server.create(part));
        return this.#mutate(this.#list.push, [part], part, handle);
      }
      case 'remove':
        if (id === undefined) return;
        return this.#mutate(new Invalidate(Ticket), [{ id }], id, () => {
          server.tickets.delete(id);
          return id;
        });
      case 'handle':
      case 'deliver': {
        const sent = this.#inFlight[step.which % this.#inFlight.length];
        if (!sent) return;
        sent.reply ??= { body: sent.handle() };
        if (step.do === 'deliver') this.#deliver(sent);
      }
    }
  }

  #deliver(sent: Sent): void {
    this.#inFlight = this.#inFlight.filter((other) => other !== sent);
    const { body } = (sent.reply ??= { body: sent.handle() });
    if (body === undefined) sent.fake.fail(new Error('refused'));
    else sent.fake.answer(body);
  }

  /** Delivers all responses, and those of the requests that follow. */
  settle(): void {
    for (let [sent] = this.#inFlight; sent; [sent] = this.#inFlight) this.#deliver(sent);
  }

  /** Fetches all lists anew. */
  refetch(): void {
    this.#store.expireAll(this.#getTickets);
    this.settle();
  }

  /** The tickets of a list that the store shows, and their number. */
  shown(status: string): { readonly tickets: readonly Ticket[]; readonly total: number } {
    const { items, data } = this.#pages[STATUSES.indexOf(status)].getValue();
    return { tickets: items, total: data?.total ?? NaN };
  }

  end(): void {
    this.#store.dispose();
  }
}
