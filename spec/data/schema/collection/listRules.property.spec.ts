import fc from 'fast-check';
import { Endpoint } from '../../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../../src/data/schema/Invalidate.ts';
import type { FakeRequest } from '../../../support/FakeRequests.ts';
import { FakeRequests } from '../../../support/FakeRequests.ts';
import { storeKit } from '../../../support/storeKit.ts';
import { runs } from '../../../support/runs.ts';

class Ticket extends Entity {
  id = '';
  status = '';
  assignee = '';
  rank = 0;
  tags: string[] = [];
  static override readonly key = 'Ticket';
}

interface Row {
  readonly id: string;
  readonly status: string;
  readonly assignee: string;
  readonly rank: number;
  readonly tags: readonly string[];
}

/** Arguments of lists, each with the rule of the server. */
const LISTS: readonly (readonly [args: object, matches: (row: Row) => boolean])[] = [
  [{}, () => true],
  [{ status: 'open' }, ({ status }) => status === 'open'],
  [{ status: 'closed' }, ({ status }) => status === 'closed'],
  [{ assignee: 'ann' }, ({ assignee }) => assignee === 'ann'],
  [{ status: 'open', assignee: 'bob' }, (row) => row.status === 'open' && row.assignee === 'bob'],
  [{ status: ['open', 'busy'] }, ({ status }) => status === 'open' || status === 'busy'],
  [{ tags: 'red' }, ({ tags }) => tags.includes('red')],
  [{ rank: 2, orderBy: 'rank' }, ({ rank }) => rank === 2],
];

const change = fc.oneof(
  fc.record({ status: fc.constantFrom('open', 'closed', 'busy') }),
  fc.record({ assignee: fc.constantFrom('ann', 'bob') }),
  fc.record({ rank: fc.nat(3) }),
  fc.record({ tags: fc.subarray(['red', 'blue']) }),
);
const place = fc.nat(20);
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('load' as const), at: place, isEarly: fc.boolean() }),
    fc.record({ do: fc.constant('patch' as const), at: place, change, isRefused: fc.boolean() }),
    fc.record({ do: fc.constant('message' as const), at: place, change }),
    fc.record({ do: fc.constant('create' as const), change }),
    fc.record({ do: fc.constant('remove' as const), at: place }),
    fc.record({ do: fc.constant('answer' as const), at: place }),
  ),
  { maxLength: 20 },
);

type Step = typeof steps extends fc.Arbitrary<(infer T)[]> ? T : never;

/** A server, a store that loads its lists, and the requests between them. */
class World {
  readonly #requests = new FakeRequests();
  readonly #rows = new Map<string, Row>();
  readonly #loaded = new Set<number>([0]);
  readonly #isSorted: boolean;
  /** Answers the request, as the server does. */
  readonly #waiting = new Map<FakeRequest, () => void>();
  readonly store = storeKit().store;
  readonly #list: Collection<[typeof Ticket]>;
  #lastId = 0;

  constructor(isSorted: boolean) {
    this.#isSorted = isSorted;
    this.#list = new Collection([Ticket], isSorted ? { sort: (a, b) => a.rank - b.rank } : {});
    for (let i = 0; i < 4; i++) this.#add({});
    this.observe(0);
    this.settle();
  }

  #add(values: object): Row {
    const id = `t${++this.#lastId}`;
    const row: Row = { id, status: 'open', assignee: 'ann', rank: 1, tags: [], ...values };
    this.#rows.set(id, row);
    return row;
  }

  #rowsOf(at: number): Row[] {
    const rows = [...this.#rows.values()].filter(LISTS[at][1]);
    return this.#isSorted ? rows.sort((a, b) => a.rank - b.rank) : rows;
  }

  #page(at: number): object {
    const items = this.#rowsOf(at);
    return { items, total: items.length };
  }

  #endpoint(index: number, isEarly = false) {
    const send = (_args: object) => {
      const answers = this.#requests.send(_args);
      const request = this.#requests.last;
      const early = this.#page(index);
      this.#waiting.set(request, () => request.answer(isEarly ? early : this.#page(index)));
      return answers;
    };
    const { count } = this.#list;
    return new Endpoint(send, { name: `get${index}`, schema: { items: this.#list, total: count } });
  }

  observe(index: number, isEarly = false): void {
    this.#loaded.add(index);
    const endpoint = this.#endpoint(index, isEarly);
    this.store.observe(endpoint, LISTS[index][0]).subscribe();
  }

  #mutate(
    schema: object,
    args: readonly object[],
    prediction: object,
    answer: () => unknown,
  ): void {
    const send = (..._args: object[]) => {
      const answers = this.#requests.send(..._args);
      const request = this.#requests.last;
      this.#waiting.set(request, () => {
        const response = answer();
        if (response === undefined) request.fail(new Error('refused'));
        else request.answer(response);
      });
      return answers;
    };
    const mutation = new Endpoint(send, {
      name: 'mutation',
      schema,
      sideEffect: true,
      getOptimisticResponse: () => prediction,
    });
    this.store.fetch(mutation, ...args).catch(() => {});
  }

  run(step: Step): void {
    const ids = [...this.#rows.keys()];
    const id = 'at' in step ? ids[step.at % ids.length] : undefined;
    switch (step.do) {
      case 'load':
        return this.observe(step.at % LISTS.length, step.isEarly);
      case 'patch':
        if (id === undefined) return;
        return this.#mutate(Ticket, [{ id }, step.change], { id, ...step.change }, () => {
          const row = this.#rows.get(id);
          if (!row || step.isRefused) return undefined;
          const next = { ...row, ...step.change };
          this.#rows.set(id, next);
          return next;
        });
      case 'message': {
        if (id === undefined) return;
        const next = { ...this.#rows.get(id)!, ...step.change };
        this.#rows.set(id, next);
        return this.store.set(Ticket, next);
      }
      case 'create': {
        const values = { status: 'open', assignee: 'ann', rank: 1, tags: [], ...step.change };
        return this.#mutate(this.#list.push, [values], values, () => this.#add(step.change));
      }
      case 'remove':
        if (id === undefined) return;
        this.#rows.delete(id);
        return this.store.set(new Invalidate(Ticket), id);
      case 'answer': {
        const waiting = [...this.#waiting];
        const next = waiting[step.at % (waiting.length || 1)];
        if (!next) return;
        this.#waiting.delete(next[0]);
        next[1]();
      }
    }
  }

  /** Answers all requests, and those that follow. */
  settle(): void {
    for (let [next] = this.#waiting; next; [next] = this.#waiting) {
      this.#waiting.delete(next[0]);
      next[1]();
    }
  }

  /** What the store shows, and what the server has: members of each loaded list, and their number. */
  compare(): [shown: unknown, expected: unknown] {
    const inOrder = (ids: string[]): string[] => (this.#isSorted ? ids : ids.sort());
    const rank = (id: string): string => `${id}:${this.#rows.get(id)?.rank}`;
    const show = (ids: string[], total: unknown): unknown =>
      this.#isSorted
        ? [ids.map((id) => this.#rows.get(id)?.rank), [...ids].sort().map(rank), total]
        : [inOrder(ids), total];
    const shown: unknown[] = [];
    const expected: unknown[] = [];
    for (const index of this.#loaded) {
      const { data } = this.store.getState(this.#endpoint(index), LISTS[index][0]);
      const rows = this.#rowsOf(index);
      shown.push([
        index,
        data &&
          show(
            data.items.map(({ id }) => id),
            data.total,
          ),
      ]);
      expected.push([
        index,
        show(
          rows.map(({ id }) => id),
          rows.length,
        ),
      ]);
    }
    return [shown, expected];
  }

  get sent(): number {
    return this.#requests.count;
  }
}

describe.each([
  ['in the order of the server', false],
  ['with `sort`', true],
])('lists %s', (_, isSorted) => {
  it('show what the server has after any history, once all requests have settled', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const world = new World(isSorted);
        for (const step of history) world.run(step);
        world.settle();
        const [shown, expected] = world.compare();
        expect(shown).toEqual(expected);
        world.store.dispose();
      }),
      { numRuns: runs(300) },
    );
  });

  it('show what the server has after each step, without a request, where no two requests overlap', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const world = new World(isSorted);
        for (const step of history) {
          const { sent } = world;
          world.run(step);
          world.settle();
          const [shown, expected] = world.compare();
          expect(shown).toEqual(expected);
          expect(world.sent - sent).toBeLessThanOrEqual(1);
        }
        world.store.dispose();
      }),
      { numRuns: runs(200) },
    );
  });
});
