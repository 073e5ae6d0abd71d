import {
  type ArgsOf,
  type ArgsOrNull,
  type createStore,
  type DataOf,
  Endpoint,
  type EndpointObservable,
  type EndpointState,
  Entity,
  type ReadEndpoint,
  RestEndpoint,
  schema,
  type SchemaArgs,
  type StateObservable,
  type Store,
} from 'streambed';
import { check, type Equal } from './Equal.ts';

class User extends Entity {
  readonly id: string = '';
  readonly name: string = '';
  readonly age: number = 0;
  get label() {
    return this.name.toUpperCase();
  }
}
class Link extends Entity {
  readonly id: number = 0;
  readonly type = 'link' as const;
  readonly url: string = '';
}
class Post extends Entity {
  readonly id: number = 0;
  readonly type = 'post' as const;
  readonly content: string = '';
}
class Article extends Entity {
  readonly id: string = '';
  readonly author: User = User.fromJS();
  readonly editor: User | null = null;
  readonly readers: readonly User[] = [];
  readonly byName: Readonly<Record<string, User>> = {};
  readonly at: Date = new Date(0);
  static override schema = {
    author: User,
    editor: User,
    readers: [User],
    byName: new schema.Values(User),
    at: (text: string) => new Date(text),
  };
}

const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
const getUsers = new RestEndpoint({ path: '/users', schema: new schema.All(User) });
const search = new RestEndpoint({ path: '/users', searchParams: {} as { q?: string } });
const find = new RestEndpoint({
  path: '/teams/:team/find',
  method: 'POST',
  sideEffect: undefined,
  body: {} as { q: string },
  schema: [User],
});
const updateUser = new RestEndpoint({
  path: '/users/:id',
  method: 'PUT',
  schema: User,
  body: {} as { name: string },
});
const getFeed = new RestEndpoint({
  path: '/feed',
  schema: new schema.All({ link: Link, post: Post }, 'type'),
});
const ping = new Endpoint(async () => ({ ok: true }), { name: 'ping', sideEffect: true });
const union = new schema.Union({ link: Link, post: Post }, 'type');

// Checked by `tsc`; never called.
function argsAndData(): void {
  check<Equal<ArgsOf<typeof getUser>, [params: { id: string | number }]>>();
  check<Equal<ArgsOf<typeof search>, [params?: { q?: string }]>>();
  check<Equal<ArgsOf<typeof find>, [params: { team: string | number }, body: { q: string }]>>();
  check<Equal<ArgsOf<typeof ping>, []>>();
  check<Equal<DataOf<typeof getUser>, User>>();
  check<Equal<DataOf<typeof getFeed>, (Link | Post)[]>>();
  check<Equal<DataOf<typeof ping>, { ok: boolean }>>();
  check<Equal<DataOf<typeof search>, unknown>>();
}

function observables(store: Store, id: string | undefined): void {
  check<Equal<ReturnType<typeof createStore>, Store>>();
  const user$ = store.observe(getUser, { id: 1 });
  check<Equal<typeof user$, EndpointObservable<User>>>();
  user$.subscribe((state) => check<Equal<typeof state, EndpointState<User>>>());
  user$.data$.subscribe((user) => check<Equal<typeof user, User>>());
  const cached$ = store.select(getUser, { id: 1 });
  check<Equal<typeof cached$, StateObservable<User | undefined>>>();
  const feed = store.getState(getFeed).data;
  check<Equal<typeof feed, (Link | Post)[] | undefined>>();

  store.observe(getUser, id ? { id } : null);
  store.observe(getUsers, null);
  store.observe(search);
  store.observe(search, null);
  store.observe(search, { q: 'a' });
  store.observe(find, null);
  store.observe(find, { team: 1 }, { q: 'a' });
  store.select(getUser, null);
  store.getState(getUser, null);
  store.invalidate(getUser, null);

  // @ts-expect-error -- the path needs an id
  store.observe(getUser);
  // @ts-expect-error -- the path has no such parameter
  store.observe(getUser, { id: 1, page: 2 });
  // @ts-expect-error -- no booleans in paths
  store.select(getUser, { id: true });
  // @ts-expect-error -- undefined is not null
  store.observe(getUser, undefined);
  // @ts-expect-error -- the list takes no parameters
  store.getState(getUsers, {});
  // @ts-expect-error -- the second argument is missing
  store.observe(find, { team: 1 });
  // @ts-expect-error -- null stands alone
  store.observe(find, null, { q: 'a' });
  // @ts-expect-error -- a mutation is not observed
  store.observe(updateUser, { id: 1 }, { name: 'Ann' });
  // @ts-expect-error -- a mutation has no result to invalidate
  store.invalidate(ping);
}

/** What adapters to frameworks are made of: endpoints that they do not know. */
function adapters(store: Store): void {
  function observe<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOrNull<E>) {
    return store.observe(endpoint, ...args);
  }
  function follow<E extends ReadEndpoint>(endpoint: E, args: () => [...ArgsOf<E>] | null) {
    const given = args();
    return given ? store.observe(endpoint, ...given) : store.observe(endpoint, null);
  }
  function stateOf<E extends ReadEndpoint>(
    endpoint: E,
    ...args: ArgsOf<E>
  ): EndpointState<DataOf<E>> {
    return store.getState(endpoint, ...args);
  }
  const user$ = observe(getUser, { id: 1 });
  check<Equal<typeof user$, EndpointObservable<User>>>();
  const followed$ = follow(getUser, () => [{ id: 1 }]);
  check<Equal<typeof followed$, EndpointObservable<User>>>();
  check<Equal<ReturnType<typeof stateOf<typeof getUser>>, EndpointState<User>>>();
  // @ts-expect-error -- the path needs an id
  observe(getUser, {});
  // @ts-expect-error -- the path needs an id
  follow(getUser, () => [{}]);
}

function commands(store: Store): void {
  const updated = store.fetch(updateUser, { id: 1 }, { name: 'Ann' });
  check<Equal<typeof updated, Promise<User>>>();
  const pinged = store.fetch(ping);
  check<Equal<typeof pinged, Promise<{ ok: boolean }>>>();
  store.setResponse(updateUser, { id: 1 }, { name: 'Ann' }, { id: 1, name: 'Ann' });
  store.setResponse(getUsers, []);
  store.setError(getUser, { id: 1 }, new Error('no'));
  store.invalidateAll(getUser);
  const sum = store.batch(() => 1 + 1);
  check<Equal<typeof sum, number>>();

  // @ts-expect-error -- the body is missing
  void store.fetch(updateUser, { id: 1 });
  // @ts-expect-error -- the body has no such member
  void store.fetch(updateUser, { id: 1 }, { nam: 'Ann' });
  // @ts-expect-error -- null is for reads
  void store.fetch(getUser, null);
  // @ts-expect-error -- mutations are always sent
  void store.fetchIfStale(updateUser, { id: 1 }, { name: 'Ann' });
  // @ts-expect-error -- the response is missing
  store.setResponse(getUser, { id: 1 });
  // @ts-expect-error -- a failure is an error
  store.setError(getUser, { id: 1 }, 'no');
}

function lookUps(store: Store): void {
  const user = store.get(User, { id: '1' });
  check<Equal<typeof user, User | undefined>>();
  store.get(User, '1');
  store.get(User, 1);
  store.get(User, { name: 'Ann', age: 5 });
  const all = store.get(new schema.All(User));
  check<Equal<typeof all, User[] | undefined>>();
  const item = store.get(union, { id: 1, type: 'link' });
  check<Equal<typeof item, Link | Post | undefined>>();
  if (item?.type === 'link') check<Equal<typeof item, Link>>();
  const both = store.get({ user: User, all: new schema.All(User) }, { id: '1' });
  check<Equal<typeof both, { user: User | undefined; all: User[] | undefined } | undefined>>();
  const user$ = store.query(User, { id: '1' });
  check<Equal<typeof user$, StateObservable<User | undefined>>>();
  check<Equal<SchemaArgs<schema.All<typeof User>>, []>>();

  // @ts-expect-error -- an entity is looked up by something
  store.get(User);
  // @ts-expect-error -- users have no slug
  store.get(User, { slug: 'a' });
  // @ts-expect-error -- ids are no booleans
  store.query(User, true);
  // @ts-expect-error -- all are all
  store.get(new schema.All(User), { name: 'Ann' });
  // @ts-expect-error -- an endpoint is no schema
  store.query(getUser, { id: '1' });
  // @ts-expect-error -- the look-up may find nothing
  void store.get(User, '1').name;
}

function writes(store: Store): void {
  store.set(User, { id: '1', name: 'Ann' });
  store.set(User, { id: '1' }, { name: 'Bo' });
  store.set(User, { id: '1' }, (previous) => {
    check<Equal<typeof previous, User>>();
    return { ...previous, name: 'Bo' };
  });
  store.set(User, (previous) => {
    check<Equal<typeof previous, User>>();
    return previous;
  });
  store.set(User, { id: 1, name: null });
  store.set(User, {} as Record<string, unknown>);
  store.set(User, {} as object);
  store.set(Article, { id: 'a', author: { id: '1' }, readers: ['1'], at: '2026-03-01' });
  store.set([User], [{ id: '1' }]);
  store.set(new schema.All(User), [{ id: '1' }]);
  store.set(new schema.Invalidate(User), '1');
  store.set({ user: User, next: '' }, { user: { id: '1' }, next: '' });

  // @ts-expect-error -- a user is an object
  store.set(User, 5);
  // @ts-expect-error -- a function is given a user
  store.set(User, { id: '1' }, (previous) => ({ slug: previous.slug }));
  // @ts-expect-error -- users have no slug to look them up by
  store.set(User, { slug: 'a' }, (previous: User) => previous);
  // @ts-expect-error -- text describes nothing
  store.set('User', { id: '1' });
}

function fields(article: Article): void {
  check<Equal<typeof article.author, User>>();
  check<Equal<typeof article.editor, User | null>>();
  check<Equal<typeof article.readers, readonly User[]>>();
  check<Equal<(typeof article.byName)[string], User>>();
  check<Equal<typeof article.at, Date>>();
  check<Equal<User['label'], string>>();
  Article.fromJS({ author: User.fromJS(), editor: null });
  // @ts-expect-error -- an author is there always
  Article.fromJS({ author: null });
  // @ts-expect-error -- an editor may be missing
  void article.editor.name;
  // @ts-expect-error -- lists of entities are readonly where they are declared so
  article.readers.push(User.fromJS());
}

it('has the types that tsc checks', () => {
  expect([argsAndData, observables, adapters, commands, lookUps, writes, fields]).toHaveLength(7);
});
