import { describeMessages, type Mistake } from './support/describeMessages.ts';

const prelude = `
import { createStore, Entity, RestEndpoint, schema } from 'streambed';
import { live } from 'streambed/live';
import { useDLE, useFetch, useInfinite, useLive, useMutation, useQuery, useSubscription, useSuspense } from 'streambed/react';
class User extends Entity { readonly id: string = ''; readonly name: string = ''; }
class Link extends Entity { readonly id: string = ''; readonly type = 'link' as const; readonly url: string = ''; }
class Raw extends Entity {
  readonly id: string = '';
  readonly name: string = '';
  static override process(input: { id: string; first_name: string }) { return { id: input.id, name: input.first_name }; }
}
const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
const getUsers = new RestEndpoint({ path: '/users', schema: [User] });
const getTicks = getUser.extend({ pollFrequency: 5 });
const getPages = getUsers.extend({ searchParams: {} as { page?: number }, pages: { next: () => null } });
const updateUser = getUser.extend({ method: 'PUT', body: {} as { name: string } });
const store = createStore();
`;

/** A mistake, the underlined text, and the message: of hooks its beginning, so it is said once, not per overload. */
const mistakes: readonly Mistake[] = [
  ['useSuspense(getUser);', 'useSuspense', /Expected 2 arguments, but got 1/],
  [
    "useSuspense(getUser, { name: 'Ann' });",
    'name',
    /^name: Object literal .* 'name' does not exist in type '{ id: /,
  ],
  [
    'useSuspense(getUser, { id: true });',
    'id',
    /^id: Type 'boolean' is not assignable to type 'string \| /,
  ],
  [
    'useSuspense(getUser, undefined);',
    'undefined',
    /^undefined: Argument of type 'undefined' is not assignable to /,
  ],
  [
    'useSuspense(updateUser, { id: 1 }, {});',
    'updateUser',
    /^updateUser: Argument .* 'sideEffect' are incompatible/,
  ],
  [
    "useFetch(getUser, { name: 'Ann' });",
    'name',
    /^name: Object literal .* 'name' does not exist in type '{ id: /,
  ],
  [
    'useInfinite(getPages, { limit: 5 });',
    'limit',
    /^limit: Object literal .* 'limit' does not exist in type /,
  ],
  [
    "useLive(getTicks, { name: 'Ann' });",
    'name',
    /^name: Object literal .* 'name' does not exist in type '{ id: /,
  ],
  ['useSuspense(getUsers, {});', '{}', /Expected 1 arguments, but got 2/],
  [
    "useDLE(getUser, { name: 'Ann' });",
    'name',
    /^name: Object literal .* 'name' does not exist in type '{ id: /,
  ],
  ['useMutation(getUser);', 'getUser', /'sideEffect' are incompatible/],
  ["useQuery(User, { slug: 'a' });", 'slug', /'slug' does not exist in type 'EntityFields<User>'/],
  [
    'useLive(getUser, { id: 1 });',
    'getUser',
    /'pollFrequency' is optional in type 'RestEndpoint<.* but required in type 'PolledEndpoint'/,
  ],
  ['useSubscription(getUser, { id: 1 });', 'getUser', /required in type 'PolledEndpoint'/],
  ['live(store, getUser, { id: 1 });', 'getUser', /required in type 'PolledEndpoint'/],
  ['store.observe(getUser);', 'observe', /Expected 2 arguments, but got 1/],
  ["store.observe(getUser, { name: 'Ann' });", 'name', /'name' does not exist in type '{ id: /],
  [
    'store.observe(getUser, { id: true });',
    'id',
    /'boolean' is not assignable to type 'string \| /,
  ],
  ['store.observe(updateUser, { id: 1 }, {});', 'updateUser', /'sideEffect' are incompatible/],
  ["store.fetch(updateUser, { id: 1 }, { nam: '' });", 'nam', /Did you mean to write 'name'/],
  ['store.fetch(updateUser, { id: 1 });', 'fetch', /Expected 3 arguments, but got 2/],
  ["store.get(User, { slug: 'a' });", 'slug', /'slug' does not exist in type 'EntityFields<User>'/],
  ["store.get(new schema.All(User), 'a');", "'a'", /Expected 1 arguments, but got 2/],
  ['store.set(User, 5);', '5', /'number' is not assignable to /],
  ["store.set(User, { nam: 'Ann' });", 'nam', /Did you mean to write 'name'\?/],
  ["store.set(User, { id: '1' }, { nam: 'Ann' });", 'nam', /Did you mean to write 'name'\?/],
  ["store.set([User], [{ id: '1', nam: 'Ann' }]);", 'set', /Did you mean to write 'name'\?/],
  ['store.set(User, { id: 1, name: true });', 'name', /'true' is not assignable to /],
  ['store.set(User, []);', '[]', /'never\[\]' is not assignable to /],
  ["store.set(Raw, { id: '1', name: 'Ann' });", 'name', /'name' does not exist in type /],
  ['new RestEndpoint({ path: 5 });', 'path', /'number' is not assignable to type 'PathText'/],
  ["new schema.All({ link: Link }, 'kind');", "'kind'", /'"kind"' is not assignable to /],
  ['new schema.All({ link: Link });', 'new schema.All({ link: Link })', /Expected 2-3 arguments/],
];

describeMessages('what the compiler says', prelude, mistakes);
