import { inspect } from 'node:util';
import fc from 'fast-check';
import {
  All,
  Collection,
  Endpoint,
  Entity,
  Invalidate,
  Query,
  type Store,
  Union,
  Values,
  dehydrate,
  type DehydratedState,
  rehydrate,
} from 'streambed';
import type { ManualClock } from '../../support/ManualClock.ts';
import { storeKit } from '../../support/storeKit.ts';
import { runs } from '../../support/runs.ts';

class Author extends Entity {
  id = '';
  type = '';
  name = '';
  static override key = '__proto__';
  static override indexes = ['name'];
}
class Post extends Entity {
  id = '';
  type = '';
  title = '';
  author: Author | undefined = undefined;
  data: unknown = undefined;
  static override key = 'Post';
  static override schema = { author: Author };
  get shout(): string {
    return `${this.title}!`;
  }
}

const never = () => new Promise<never>(() => {});
const feed = new All({ author: Author, post: Post }, 'type');
const authors = new All(Author);
const posts = new Collection([Post]);
const union = new Union({ author: Author, post: Post }, 'type');
const byName = new Query(authors, (all: readonly Author[], { name }: { name: string }) =>
  all.filter((author) => author.name === name),
);

const read = <S>(name: string, schema: S, options: object = {}) =>
  new Endpoint<(args: { id: string }) => Promise<never>>(never, {
    name,
    schema,
    lookup: true,
    testKey: (key: string) => key.startsWith(name),
    ...options,
  });

const endpoints = [
  read('author', Author),
  read('post', Post, { dataExpiryLength: Infinity }),
  read('posts', posts, { dataExpiryLength: 500 }),
  read('feed', feed),
  read('authors', authors, { invalidIfStale: true, dataExpiryLength: 500 }),
  read('union', [union]),
  read('values', new Values(Post)),
  read('page', { items: [Post], next: '' }),
  read('raw', undefined),
];
const ids = ['1', '2', '__proto__', 'constructor', '</script>', '\u2028'];

type Operation = (store: Store) => void;

const id = fc.constantFrom(...ids);
const text = fc.oneof(id, fc.string({ maxLength: 5 }));
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.bigInt(),
  fc.double(),
  fc.constant(undefined),
  fc.date({ noInvalidDate: true }),
  fc
    .array(fc.tuple(text, fc.jsonValue({ maxDepth: 1 })), { maxLength: 2 })
    .map((all) => new Map(all)),
);
const plain = { noNullPrototype: true };
const author = fc.record({ id, name: text }, plain).map((one) => ({ ...one, type: 'author' }));
const post = fc
  .record({ id, title: text, author: fc.option(author, { nil: undefined }), data: anything }, plain)
  .map((one) => ({ ...one, type: 'post' }));
const item = fc.oneof(author, post);
const odd = fc.record({ type: fc.constant('ad'), text }, plain);
const answers: Record<string, fc.Arbitrary<unknown>> = {
  author,
  post,
  posts: fc.array(post, { maxLength: 3 }),
  feed: fc.array(fc.oneof(item, odd), { maxLength: 4 }),
  authors: fc.array(author, { maxLength: 3 }),
  union: fc.array(item, { maxLength: 3 }),
  values: fc.dictionary(text, post, { maxKeys: 2, noNullPrototype: true }),
  page: fc.record({ items: fc.array(post, { maxLength: 2 }), next: text }, plain),
  raw: anything.map((inner) => ({ inner })),
};

const endpoint = fc.constantFrom(...endpoints);

/** With a name for counterexamples. */
function named(name: string, args: readonly unknown[], does: Operation): Operation {
  return Object.assign(does, { [fc.toStringMethod]: () => `${name} ${fc.stringify(args)}` });
}

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 6,
    arbitrary: endpoint.chain((one) =>
      fc.tuple(id, answers[one.name]).map(([arg, made]) => {
        // What a response with another entity teaches about its endpoint is not in the state.
        const isOne = one.name === 'author' || one.name === 'post';
        const answer = isOne ? { ...(made as object), id: arg } : made;
        return named('answer', [one.name, arg, answer], (store) =>
          store.setResponse(one, { id: arg }, answer),
        );
      }),
    ),
  },
  item.map((one) => named('set', [one], (store) => store.set(union, one))),
  post.map((one) => named('push', [one], (store) => store.set(posts.push, { id: one.id }, one))),
  id.map((one) => named('remove', [one], (store) => store.set(new Invalidate(Author), one))),
  id.map((one) => named('remove', [one], (store) => store.set(new Invalidate(Post), one))),
  fc
    .tuple(endpoint, id)
    .map(([one, arg]) =>
      named('invalidate', [one.name, arg], (store) => store.invalidate(one, { id: arg })),
    ),
  endpoint.map((one) => named('expireAll', [one.name], (store) => store.expireAll(one))),
  endpoint.map((one) => named('invalidateAll', [one.name], (store) => store.invalidateAll(one))),
  fc
    .tuple(endpoint, id, text)
    .map(([one, arg, message]) =>
      named('fail', [one.name, arg, message], (store) =>
        store.setError(one, { id: arg }, Object.assign(new Error(message), { status: 500 })),
      ),
    ),
);

/** Time passes for both stores alike. */
const step = fc.oneof({ weight: 4, arbitrary: operation }, fc.nat({ max: 800 }));

/** Everything that observers can read, with the classes of instances. */
function look(store: Store): string {
  const states = endpoints.flatMap((one) =>
    ids.map((arg) => {
      const { error, ...rest } = store.getState(one, { id: arg });
      return {
        ...rest,
        error: error && [error.name, error.message, (error as { status?: number }).status],
      };
    }),
  );
  const queries = ids.flatMap((arg) => [
    store.get(Author, { id: arg }),
    store.get(Author, { name: arg }),
    store.get(posts, { id: arg }),
    store.get(byName, { name: arg }),
  ]);
  const all = [store.get(feed), store.get(authors)];
  return inspect({ states, queries, all }, { depth: 20, maxArrayLength: null });
}

function run(steps: readonly (Operation | number)[], stores: readonly Store[], clock: ManualClock) {
  for (const next of steps) {
    if (typeof next === 'number') clock.advance(next);
    else for (const store of stores) next(store);
  }
}

// Items without a mapped type are part of it.
beforeEach(() => void jest.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => jest.restoreAllMocks());

it('a store that starts with the state of another one shows the same, then and after any later actions', () => {
  let shown = 0;
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.array(step, { maxLength: 10 }),
      (before, after) => {
        const { store, clock } = storeKit({ gcTime: Infinity });
        run(before, [store], clock);
        const state = JSON.parse(JSON.stringify(dehydrate(store))) as DehydratedState;
        const { store: there, reported } = storeKit({
          scheduler: clock,
          gcTime: Infinity,
        });
        rehydrate(there, state);
        expect(reported).toEqual([]);
        expect(look(there)).toBe(look(store));
        run(after, [store, there], clock);
        expect(look(there)).toBe(look(store));
        shown += store.stats().entities;
      },
    ),
    { numRuns: runs(150), seed: 7 },
  );
  expect(shown).toBeGreaterThan(150);
});

it('a state with any change to its text is read as a whole or refused with a typed error', () => {
  const { store } = storeKit();
  store.setResponse(endpoints[3], { id: '1' }, [
    { id: '1', name: 'Ann', type: 'author' },
    { id: '2', title: 'Two', type: 'post', data: [1n, new Date(5), undefined, new Map([[1, 2]])] },
  ]);
  store.setError(endpoints[0], { id: '2' }, new Error('down'));
  const good = JSON.stringify(dehydrate(store));
  const paths = pathsIn(JSON.parse(good));
  const outcomes = { read: 0, refused: 0 };
  fc.assert(
    fc.property(
      fc.constantFrom(...paths),
      fc.oneof(fc.jsonValue(), fc.constant(undefined)),
      (path, other) => {
        const state = JSON.parse(good) as never;
        put(state, path, other);
        const { store: there } = storeKit();
        const before = there.entities$.getValue();
        try {
          rehydrate(there, state);
          outcomes.read++;
        } catch (error) {
          outcomes.refused++;
          expect(error).toMatchObject({ code: 'SB_STATE_INVALID' });
          expect(there.entities$.getValue()).toBe(before);
        }
        look(there);
        expect(Object.keys(Object.prototype)).toEqual([]);
      },
    ),
    { numRuns: runs(500), seed: 7 },
  );
  expect(outcomes.read).toBeGreaterThan(20);
  expect(outcomes.refused).toBeGreaterThan(20);
});

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, member]) => pathsIn(member, [...path, name]));
  return path.length > 0 ? [path, ...inner] : inner;
}

function put(state: Record<string | number, never>, path: Path, value: unknown): void {
  let owner: Record<string | number, unknown> = state;
  for (const name of path.slice(0, -1)) owner = owner[name] as Record<string, unknown>;
  owner[path.at(-1)!] = value;
}
