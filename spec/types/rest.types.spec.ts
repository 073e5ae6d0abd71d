import type {
  ArgsOf,
  DataOf,
  EndpointInterface,
  ReadEndpoint,
} from '../../src/data/endpoint/EndpointInterface.ts';
import type { PathArgs } from '../../src/http/rest/PathArgs.ts';
import { resource } from '../../src/http/rest/resource.ts';
import { RestEndpoint } from '../../src/http/rest/RestEndpoint.ts';
import type { RestOptions } from '../../src/http/rest/RestOptions.ts';
import type { ShortenedPath } from '../../src/http/rest/parsePath.ts';
import { All } from '../../src/data/schema/All.ts';
import { Entity } from '../../src/data/schema/Entity.ts';
import { check, type Equal } from './Equal.ts';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

type Value = string | number;
type Segments = string | readonly string[];

/** The endpoint parameter of hooks. */
declare function read<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>): DataOf<E>;

/** The type that `{} as T` declares in options. */
declare function said<T>(): T;

const getUser = new RestEndpoint({ path: '/users/:id', schema: User });

// Checked by `tsc`; never called.
function paths(): void {
  check<Equal<PathArgs<'/users/:id'>, { id: Value }>>();
  check<Equal<PathArgs<'/:a-:b.json'>, { a: Value; b: Value }>>();
  check<Equal<PathArgs<'https://api.example.com:8080/users/:id'>, { id: Value }>>();
  check<Equal<PathArgs<'/post?page=:page&at=12:30'>, { page: Value }>>();
  check<Equal<PathArgs<'/f/*path'>, { path: Segments }>>();
  check<Equal<PathArgs<'/f{/*path}'>, { path?: Segments | undefined }>>();
  check<Equal<PathArgs<'/:"a b"/\\:c/\\{:d\\}'>, { 'a b': Value; d: Value }>>();
  check<Equal<PathArgs<string>, Record<string, unknown>>>();
  type Nested = { d: Value; b?: Value | undefined; c?: Value | undefined };
  check<Equal<PathArgs<'/a{/:b{/:c}}/:d'>, Nested>>();
}

function reads(): void {
  check<Equal<ArgsOf<typeof getUser>, [params: { id: Value }]>>();
  check<Equal<DataOf<typeof getUser>, User>>();
  check<Equal<typeof getUser.path, '/users/:id'>>();
  check<Equal<typeof getUser.method, 'GET'>>();
  const user: User = read(getUser, { id: 1 });
  void user;
  // @ts-expect-error -- parameters are needed
  read(getUser);
  // @ts-expect-error -- no booleans
  read(getUser, { id: true });
  // @ts-expect-error -- the path has no such parameter
  read(getUser, { id: 1, page: 5 });

  const getUsers = new RestEndpoint({ path: '/users', schema: new All(User) });
  check<Equal<ArgsOf<typeof getUsers>, []>>();
  check<Equal<DataOf<typeof getUsers>, User[]>>();
  // @ts-expect-error -- nothing to give
  read(getUsers, {});

  const getPosts = new RestEndpoint({
    path: '/post?page=:page',
    schema: { results: [User], nextPage: '', lastPage: '' },
  });
  check<Equal<ArgsOf<typeof getPosts>, [params: { page: Value }]>>();
  type Page = { results: User[]; nextPage: string; lastPage: string };
  check<Equal<DataOf<typeof getPosts>, Page>>();

  const optional = new RestEndpoint({ path: '/users{/:id}' });
  check<Equal<ArgsOf<typeof optional>, [params?: { id?: Value | undefined }]>>();
  check<Equal<DataOf<typeof optional>, unknown>>();

  const search = new RestEndpoint({ path: '/users', searchParams: said<{ q?: string }>() });
  check<Equal<ArgsOf<typeof search>, [params?: { q?: string }]>>();
  const both = search.extend({ path: '/users/:id', searchParams: said<{ q: string }>() });
  check<Equal<ArgsOf<typeof both>, [params: { id: Value; q: string }]>>();

  const mayFilter = search.extend({
    searchParams: said<{ q: string; page: number } | undefined>(),
  });
  read(mayFilter);
  read(mayFilter, {});
  read(mayFilter, { q: 'a', page: 1 });
  // @ts-expect-error -- all of them, or none
  read(mayFilter, { q: 'a' });
  // @ts-expect-error -- q is text
  read(mayFilter, { q: 5, page: 1 });
  // @ts-expect-error -- there is no such parameter
  read(mayFilter, { word: 'a' });
  const ofUser = both.extend({ searchParams: said<{ q: string } | undefined>() });
  read(ofUser, { id: 1 });
  read(ofUser, { id: 1, q: 'a' });
  // @ts-expect-error -- the path needs the id
  read(ofUser);
  // @ts-expect-error -- the path needs the id
  read(ofUser, { q: 'a' });
  const loose = search.extend({ searchParams: said<{ q?: string } | undefined>() });
  check<Equal<ArgsOf<typeof loose>, [params?: { q?: string }]>>();
  const mayCreate = mayFilter.extend({ method: 'POST', body: said<User>() });
  void mayCreate(User.fromJS());
  void mayCreate({ q: 'a', page: 1 }, User.fromJS());
  const list = resource({
    path: '/users/:id',
    schema: User,
    searchParams: said<{ team: string } | undefined>(),
  }).getList;
  read(list);
  read(list, { team: 'a' });
  // @ts-expect-error -- the team is text
  read(list, { team: 5 });

  const path: string = '/users';
  const widened = new RestEndpoint({ path });
  check<Equal<ArgsOf<typeof widened>, [params?: Record<string, unknown>]>>();
}

function mutations(): void {
  const create = new RestEndpoint({
    path: '/users',
    method: 'POST',
    schema: User,
    body: said<Partial<User>>(),
  });
  check<Equal<ArgsOf<typeof create>, [body: Partial<User>]>>();
  check<Equal<typeof create.sideEffect, true>>();
  // @ts-expect-error -- hooks do not take mutations
  read(create, {});

  const update = new RestEndpoint({ path: '/users/:id', method: 'PUT', schema: User });
  check<Equal<ArgsOf<typeof update>, [params: { id: Value }, body?: unknown]>>();
  const strict = update.extend({ body: said<User>() });
  check<Equal<ArgsOf<typeof strict>, [params: { id: Value }, body: User]>>();
  const bodiless = update.extend({ body: undefined });
  check<Equal<ArgsOf<typeof bodiless>, [params: { id: Value }]>>();
  const remove = update.extend({ method: 'DELETE' });
  check<Equal<ArgsOf<typeof remove>, [params: { id: Value }]>>();
  check<Equal<typeof remove.sideEffect, true>>();

  const implied = new RestEndpoint({ path: '/users', body: said<User>() });
  check<Equal<typeof implied.method, 'POST'>>();
  const grouped = new RestEndpoint({ path: '/u{/:id}', method: 'POST', body: said<User>() });
  type Either = [body: User] | [params: { id?: Value | undefined }, body: User];
  check<Equal<ArgsOf<typeof grouped>, Either>>();
  void grouped(User.fromJS());
  void grouped({ id: 1 }, User.fromJS());
  // @ts-expect-error -- a single argument is the body
  void grouped({ id: {} });

  const search = new RestEndpoint({
    path: '/search',
    method: 'POST',
    sideEffect: undefined,
    body: said<{ q: string }>(),
    schema: [User],
  });
  const found: User[] = read(search, { q: '' });
  void found;
  const again = search.extend({ method: 'PUT' });
  check<Equal<typeof again.sideEffect, true>>();
  const every: EndpointInterface[] = [create, update, remove, search, grouped];
  void every;
}

function values(): void {
  const processed = getUser.extend({
    schema: undefined,
    process: (value: { user: User }) => value.user,
  });
  check<Equal<DataOf<typeof processed>, User>>();
  const blob = new RestEndpoint({ path: '/f/*path', content: 'blob' });
  check<Equal<DataOf<typeof blob>, Blob>>();
  const own = getUser.extend({ schema: undefined, fetch: async (n: number) => [n] });
  check<Equal<ArgsOf<typeof own>, [n: number]>>();
  check<Equal<DataOf<typeof own>, number[]>>();
}

class ApiEndpoint<O extends RestOptions> extends RestEndpoint<O> {
  override urlPrefix = 'https://api.example.com';
  token = 'a';
  override async getHeaders(headers: Record<string, string>) {
    return { ...headers, authorization: await Promise.resolve(this.token) };
  }
  override process(value: unknown, ...args: unknown[]) {
    return { value, args };
  }
  override errorPolicy(error: unknown) {
    return super.errorPolicy(error);
  }
}

function members(): void {
  const endpoint = new ApiEndpoint({ path: '/users/:id', schema: User });
  check<Equal<ArgsOf<typeof endpoint>, [params: { id: Value }]>>();
  check<Equal<DataOf<typeof endpoint>, User>>();
  const other = endpoint.extend({ path: '/users', extra: 5 });
  check<Equal<ArgsOf<typeof other>, []>>();
  check<Equal<typeof other.token, string>>();
  check<Equal<typeof other.extra, number>>();

  const withExtra = new RestEndpoint({
    path: '/users/:id',
    extra: 5,
    getHeaders(headers) {
      return { ...headers, extra: `${this.method} ${String(this.extra)}` };
    },
  });
  check<Equal<typeof withExtra.extra, number>>();
  check<Equal<ArgsOf<typeof withExtra>, [params: { id: Value }]>>();
  const bound = getUser.bind(null, { id: 5 });
  check<Equal<ArgsOf<typeof bound>, []>>();
}

function resources(): void {
  check<Equal<ShortenedPath<'/users/:id'>, '/users'>>();
  check<Equal<ShortenedPath<'/:id'>, '/'>>();
  check<Equal<ShortenedPath<'/users{/:id}'>, '/users'>>();
  check<Equal<ShortenedPath<'/a{/:b{/:c}}'>, '/a{/:b}'>>();
  check<Equal<ShortenedPath<'/a/:b/c/:d/e?x=:x'>, '/a/:b/c?x=:x'>>();
  check<Equal<ShortenedPath<'https://api.com:80/users/:id'>, 'https://api.com:80/users'>>();
  check<Equal<ShortenedPath<string>, string>>();

  const Profiles = resource({ path: '/profiles/:id', schema: User });
  check<Equal<ArgsOf<typeof Profiles.get>, [params: { id: Value }]>>();
  check<Equal<DataOf<typeof Profiles.get>, User>>();
  check<Equal<DataOf<typeof Profiles.getList>, User[]>>();
  read(Profiles.getList);
  read(Profiles.getList, { anything: 1 });

  const Members = resource({
    path: '/groups/:group/members/:id',
    schema: User,
    searchParams: said<{ page?: number }>(),
    dataExpiryLength: 5,
    extra: 5,
    Endpoint: ApiEndpoint,
  });
  type ListArgs = [params: { group: Value; page?: number }];
  check<Equal<ArgsOf<typeof Members.getList>, ListArgs>>();
  check<Equal<typeof Members.getList.extra, number>>();
  check<Equal<typeof Members.get.token, string>>();
  const exact = resource({ path: '/users/:id', schema: User, searchParams: undefined });
  check<Equal<ArgsOf<typeof exact.getList>, []>>();
  // @ts-expect-error -- the methods are those of the endpoints
  resource({ path: '/users/:id', schema: User, method: 'POST' });
}

/** Code that is not typed yet declares `any`. */
function untyped(): void {
  const anything = said<any>();
  const post = new RestEndpoint({ path: '/x', method: 'POST', body: anything, schema: User });
  check<Equal<ArgsOf<typeof post>, [body?: any]>>();
  const put = new RestEndpoint({ path: '/x/:id', method: 'PUT', body: anything, schema: User });
  check<Equal<ArgsOf<typeof put>, [params: { id: Value }, body?: any]>>();
  const search = new RestEndpoint({ path: '/x', searchParams: anything, schema: [User] });
  read(search, { q: 'x' });
  read(search);
  const found = resource({ path: '/x/:id', schema: User, body: anything, searchParams: anything });
  read(found.getList, { q: 'x' });
  check<Equal<ArgsOf<typeof found.update>, [params: { id: Value }, body?: any]>>();
}

it('has the types that tsc checks', () => {
  expect([paths, reads, mutations, values, members, resources, untyped]).toHaveLength(7);
});
