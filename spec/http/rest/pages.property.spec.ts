import fc from 'fast-check';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { collect } from '../../support/collect.ts';
import { type FakeRequest, FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';
import { runs } from '../../support/runs.ts';

class Post extends Entity {
  id = '';
  static override key = 'Post';
}

const SIZE = 2;

/** A server with a list that grows at its start and loses posts, read by cursor or by number. */
class Server {
  /** All posts that ever existed, in order. */
  order = ['1', '2', '3', '4', '5', '6', '7'];
  readonly deleted = new Set<string>();
  /** How pages are identified: by the id of the post before them, or by number. */
  readonly cursors: 'ids' | 'numbers';

  constructor(cursors: 'ids' | 'numbers') {
    this.cursors = cursors;
  }

  insert(): void {
    this.order = [`${this.order.length + 1}`, ...this.order];
  }

  delete(at: number): void {
    this.deleted.add(this.order[at % this.order.length]);
  }

  answer(page: string | undefined): { results: { id: string }[]; nextPage: string } {
    const isId = this.cursors === 'ids';
    const from =
      page === undefined ? 0 : isId ? this.order.indexOf(page) + 1 : (Number(page) - 1) * SIZE;
    const rest = this.order.slice(from).filter((id) => !this.deleted.has(id));
    const ids = rest.slice(0, SIZE);
    const next = isId ? ids.at(-1) : `${Number(page ?? 1) + 1}`;
    const hasMore = rest.length > SIZE;
    return { results: ids.map((id) => ({ id })), nextPage: hasMore ? next! : '' };
  }

  /** What is wrong with the list that a client shows; `undefined` if it is correct. */
  problem(ids: readonly string[], nextPage: string): string | undefined {
    const shown = `${ids.join()} next ${nextPage}`;
    const positions = ids.map((id) => this.order.indexOf(id));
    if (positions.some((position, at) => at > 0 && position <= positions[at - 1]))
      return `order: ${shown}`;
    const between = this.order.slice(positions[0], (positions.at(-1) ?? -1) + 1);
    const missing = between.filter((id) => !this.deleted.has(id) && !ids.includes(id));
    if (missing.length > 0) return `hole: ${shown}`;
    const isId = this.cursors === 'ids';
    const expected = isId ? ids.at(-1) : `${ids.length / SIZE + 1}`;
    return nextPage === '' || nextPage === expected ? undefined : `cursor: ${shown}`;
  }
}

const at = fc.nat(9);
const reads = [
  fc.record({ do: fc.constantFrom('fetch' as const, 'load' as const, 'load' as const) }),
  fc.record({ do: fc.constantFrom('answer' as const, 'answer' as const, 'fail' as const), at }),
];
const byNumber = fc.array(fc.oneof(...reads, fc.record({ do: fc.constant('loadTwo' as const) })), {
  maxLength: 40,
});
const byId = fc.array(
  fc.oneof(
    ...reads,
    fc.record({ do: fc.constant('insert' as const) }),
    fc.record({ do: fc.constant('delete' as const), at }),
  ),
  { maxLength: 40 },
);

/** Lets settled promises notify their callbacks. */
async function flush(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

async function run(
  cursors: 'ids' | 'numbers',
  history: readonly { readonly do: string; readonly at?: number }[],
): Promise<void> {
  const requests = new FakeRequests();
  const { store } = storeKit();
  const server = new Server(cursors);
  const getPosts = new RestEndpoint({
    path: '/posts',
    paginationField: 'page',
    schema: { results: new Collection([Post]), nextPage: '' },
    fetch: requests.send,
  });
  const problems: (string | undefined)[] = [];
  const check = (list: { results: readonly Post[]; nextPage: string } | undefined): void => {
    if (list)
      problems.push(
        server.problem(
          list.results.map(({ id }) => id),
          list.nextPage,
        ),
      );
  };
  const states = collect(store.observe(getPosts));
  const inFlight: FakeRequest[] = [];
  const promises: Promise<unknown>[] = [];
  const settle = (request: FakeRequest | undefined, fails: boolean): void => {
    if (!request) return;
    inFlight.splice(inFlight.indexOf(request), 1);
    const [args] = request.args as readonly [{ page?: string }?];
    if (fails) request.fail(new Error('no'));
    else request.answer(server.answer(args?.page));
  };
  const load = (page: string): void => {
    const fetched = store.fetch(getPosts.getPage, { page });
    promises.push(fetched.then(check, () => {}));
  };
  let known = 0;
  for (const step of history) {
    const { data } = store.getState(getPosts);
    const next = data?.nextPage;
    if (step.do === 'fetch') promises.push(store.fetch(getPosts).then(check, () => {}));
    if (step.do.startsWith('load') && next) load(next);
    if (step.do === 'loadTwo' && next) load(`${Number(next) + 1}`);
    if (step.do === 'insert') server.insert();
    if (step.do === 'delete') server.delete(step.at!);
    if (step.do === 'answer' || step.do === 'fail') {
      settle(inFlight[step.at! % Math.max(inFlight.length, 1)], step.do === 'fail');
    }
    inFlight.push(...requests.sent.slice(known));
    known = requests.count;
    await flush();
    for (const { data: shown } of states.values.splice(0)) check(shown);
    expect(problems.filter(Boolean)).toEqual([]);
  }
  while (inFlight.length > 0) settle(inFlight[0], false);
  await Promise.all(promises);
  for (const { data: shown } of states.values.splice(0)) check(shown);
  expect(problems.filter(Boolean)).toEqual([]);
  states.stop();
  store.dispose();
}

describe('a paginated list has no gaps and the cursor of its end', () => {
  it('with numbered pages, whatever is requested and in whatever order responses arrive', () =>
    fc.assert(
      fc.asyncProperty(byNumber, (history) => run('numbers', history)),
      { numRuns: runs(300) },
    ));

  it('with ids as cursors, also while the server adds and removes posts', () =>
    fc.assert(
      fc.asyncProperty(byId, (history) => run('ids', history)),
      { numRuns: runs(300) },
    ));
});
