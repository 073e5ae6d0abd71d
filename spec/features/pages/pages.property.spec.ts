import fc from 'fast-check';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { pages } from '../../../src/features/pages/pages.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { collect } from '../../support/collect.ts';
import { type FakeRequest, FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';
import { flush, type PageAnswer, Post, postsOf } from './support.ts';
import { runs } from '../../support/runs.ts';
import { sortedDesk, type SortedOptions, type SortedStep } from './sortedDesk.ts';

const SIZE = 2;

/** A server with a list that grows at its start and loses posts. A cursor names a post. */
class Server {
  /** All posts that ever existed, in order. */
  order = ['1', '2', '3', '4', '5', '6', '7', '8'];
  readonly #deleted = new Set<string>();

  get live(): string[] {
    return this.order.filter((id) => !this.#deleted.has(id));
  }

  insert(): string {
    const id = `${this.order.length + 1}`;
    this.order = [id, ...this.order];
    return id;
  }

  delete(id: string): void {
    this.#deleted.add(id);
  }

  /** The page from the post on (`f4`), or before it (`b4`). The list begins in its middle. */
  answer([kind, ...name]: string = 'f4'): PageAnswer {
    const from = this.order.indexOf(name.join(''));
    const isBefore = (id: string): boolean => this.order.indexOf(id) < from;
    const before = this.live.filter(isBefore);
    const after = this.live.filter((id) => !isBefore(id));
    const ids = kind === 'f' ? after.slice(0, SIZE) : before.slice(-SIZE);
    const next = kind === 'f' ? after[SIZE] : after[0];
    const hasMore = before.length > (kind === 'f' ? 0 : SIZE);
    return {
      results: ids.map((id) => ({ id })),
      next: next ? `f${next}` : '',
      previous: hasMore ? `b${ids[0] ?? this.order[from]}` : '',
    };
  }

  /** The mistake in the items that a client shows; `undefined` without one. */
  problem(ids: readonly string[], hasMutated: boolean): string | undefined {
    if (new Set(ids).size < ids.length) return `twice: ${ids.join()}`;
    if (hasMutated) return undefined;
    const positions = ids.map((id) => this.order.indexOf(id));
    if (positions.some((position, at) => at > 0 && position <= positions[at - 1])) {
      return `order: ${ids.join()}`;
    }
    const between = new Set(this.order.slice(positions[0], (positions.at(-1) ?? -1) + 1));
    const missing = this.live.filter((id) => between.has(id) && !ids.includes(id));
    return missing.length > 0 ? `lost ${missing.join()}: ${ids.join()}` : undefined;
  }
}

type Step = { readonly do: string; readonly at?: number };

const at = fc.nat(9);
const one = (...names: string[]) => fc.record({ do: fc.constantFrom(...names), at });
const reads = [
  one('next', 'next', 'previous', 'refetch', 'expire'),
  one('answer'),
  one('answer', 'fail'),
];
const fromServer = one('insert', 'delete');
const byClient = one('create', 'remove');
const histories = (...steps: fc.Arbitrary<Step>[]): fc.Arbitrary<Step[]> =>
  fc.array(fc.oneof(...steps), { maxLength: 40 });

async function run(history: readonly Step[], max?: number): Promise<void> {
  const requests = new FakeRequests();
  const { store } = storeKit();
  const server = new Server();
  const getPosts = postsOf(requests, max);
  const create = getPosts.unshift;
  const remove = new Endpoint((args: { id: string }) => requests.send('remove', args), {
    name: 'remove',
    sideEffect: true,
    schema: new Invalidate(Post),
    getOptimisticResponse: (_snapshot, args: { id: string }) => args,
  });
  const posts$ = pages(store, getPosts);
  const states = collect(posts$);
  const state = () => posts$.getValue();
  const inFlight: FakeRequest[] = [];
  let known = 0;
  let hasMutated = false;

  const settle = (request: FakeRequest | undefined, fails: boolean): void => {
    if (!request) return;
    inFlight.splice(inFlight.indexOf(request), 1);
    const [first, second] = request.args as readonly [unknown, { id: string }];
    if (fails) return request.fail(new Error('no'));
    if (first === 'remove') {
      server.delete(second.id);
      return request.answer(second);
    }
    const { cursor, title } = (first ?? {}) as { cursor?: string; title?: string };
    if (title === undefined) return request.answer(server.answer(cursor));
    return request.answer({ id: server.insert(), title });
  };
  const check = async (): Promise<void> => {
    inFlight.push(...requests.sent.slice(known));
    known = requests.count;
    await flush();
    inFlight.push(...requests.sent.slice(known));
    known = requests.count;
    const problems = states.values.splice(0).map(({ items }) =>
      server.problem(
        items.map(({ id }) => id),
        hasMutated,
      ),
    );
    expect(problems.filter(Boolean)).toEqual([]);
  };
  const drain = async (): Promise<void> => {
    await check();
    while (inFlight.length > 0) {
      settle(inFlight[0], false);
      await check();
    }
  };

  await check();
  for (const step of history) {
    const shown = state().items;
    if (step.do === 'next') void state().fetchNext();
    if (step.do === 'previous') void state().fetchPrevious();
    if (step.do === 'refetch')
      state()
        .refetch()
        .catch(() => {});
    if (step.do === 'expire') store.expireAll(getPosts);
    if (step.do === 'insert') server.insert();
    if (step.do === 'delete') server.delete(server.live[step.at! % server.live.length] ?? '');
    if (step.do === 'create') {
      hasMutated = true;
      void store.fetch(create, { title: 'new' });
    }
    if (step.do === 'remove' && shown.length > 0) {
      hasMutated = true;
      void store.fetch(remove, { id: shown[step.at! % shown.length].id });
    }
    if (step.do === 'answer' || step.do === 'fail') {
      settle(inFlight[step.at! % Math.max(inFlight.length, 1)], step.do === 'fail');
    }
    await check();
  }
  await drain();
  void state().refetch();
  await drain();
  // The refetch shows the server's order, so there may be no gap any more.
  hasMutated = false;
  await check();
  expect(
    server.problem(
      state().items.map(({ id }) => id),
      false,
    ),
  ).toBeUndefined();
  expect(state()).toMatchObject({ fetching: false, error: undefined, fetchingNext: false });
  if (max === undefined) {
    while (state().hasNext || state().hasPrevious) {
      void state().fetchNext();
      void state().fetchPrevious();
      await drain();
    }
    expect(state().items.map(({ id }) => id)).toEqual(server.live);
  }
  states.stop();
  store.dispose();
}

describe('no item is shown twice, none is lost, and the order is that of the server', () => {
  const parameters = { numRuns: runs(300) };

  it('whatever is requested, fails, and in whatever order responses arrive', () =>
    fc.assert(
      fc.asyncProperty(histories(...reads, fromServer), (history) => run(history)),
      parameters,
    ));

  it('with a maximum number of pages', () =>
    fc.assert(
      fc.asyncProperty(histories(...reads, fromServer), (history) => run(history, 2)),
      parameters,
    ));

  it('once mutations that create and remove items have settled', () =>
    fc.assert(
      fc.asyncProperty(histories(...reads, fromServer, byClient), (history) => run(history)),
      parameters,
    ));
});

describe('a sorted list with a count shows the items of the server once all pages are loaded', () => {
  const rank = fc.nat(99);
  const isFailing = fc.oneof({ arbitrary: fc.constant(false), weight: 5 }, fc.constant(true));
  const step: fc.Arbitrary<SortedStep> = fc.record({
    do: fc.oneof(fc.constantFrom('next', 'previous', 'refetch', 'reload'), {
      arbitrary: fc.constantFrom('create', 'edit', 'delete', 'leave', 'move'),
      weight: 3,
    }),
    at: fc.nat(9),
    rank,
    isFailing,
  });
  const options: fc.Arbitrary<SortedOptions> = fc.record({
    begins: fc.constantFrom('first', 'last', 'middle'),
    isDescending: fc.boolean(),
    isOptimistic: fc.boolean(),
    ranks: fc.array(rank, { minLength: 3, maxLength: 8, size: 'max' }),
  });

  for (const cursor of ['position', 'offset', 'id'] as const) {
    it(`with the ${cursor} as cursor`, () =>
      fc.assert(
        fc.asyncProperty(
          options,
          fc.array(step, { maxLength: 8, size: 'max' }),
          async (given, history) => {
            const { all, take } = sortedDesk(cursor, given);
            for (const next of history) await take(next);
            const { expected, shown } = await all();
            expect(shown).toEqual(expected);
          },
        ),
        { numRuns: runs(300) },
      ));
  }
});
