import type { ReactElement } from 'react';
import {
  type ArgsOf,
  type ArgsOrNull,
  type createStore,
  type DataOf,
  Endpoint,
  type EndpointState,
  Entity,
  type ReadEndpoint,
  RestEndpoint,
  schema,
} from 'streambed';
import { StoreProvider, useStore, useSuspense } from 'streambed/react';
import { check, type Equal } from './Equal.ts';

class User extends Entity {
  readonly id: string = '';
  readonly name: string = '';
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
const updateUser = getUser.extend({ method: 'PUT', body: {} as { name: string } });
const getCount = new Endpoint(async (kind: string, deep?: boolean) => `${kind}${deep}`.length, {
  name: 'getCount',
});

// Checked by `tsc`; never called.
function Reads({ id }: { readonly id: string | undefined }): ReactElement {
  const user = useSuspense(getUser, { id: 1 });
  check<Equal<typeof user, User>>();
  const users = useSuspense(getUsers);
  check<Equal<typeof users, User[]>>();
  const count = useSuspense(getCount, 'user');
  check<Equal<typeof count, number>>();
  const found = useSuspense(find, { team: 1 }, { q: 'a' });
  check<Equal<typeof found, User[]>>();
  useSuspense(getCount, 'user', true);
  useSuspense(search);
  useSuspense(search, { q: 'a' });
  check<Equal<ReturnType<typeof useStore>, ReturnType<typeof createStore>>>();

  const maybe = useSuspense(getUser, id ? { id } : null);
  check<Equal<typeof maybe, User | undefined>>();
  const nothing = useSuspense(getUser, null);
  check<Equal<typeof nothing, User | undefined>>();
  const none = useSuspense(getUsers, null);
  check<Equal<typeof none, User[] | undefined>>();
  const notFound = useSuspense(find, null);
  check<Equal<typeof notFound, User[] | undefined>>();
  return <p>{user.name}</p>;
}

/** A custom hook over the hooks of the library. */
function useAny<E extends ReadEndpoint>(
  endpoint: E,
  ...args: ArgsOrNull<E>
): readonly [DataOf<E> | undefined, EndpointState<DataOf<E>>] {
  const store = useStore();
  return [useSuspense(endpoint, ...args), store.observe(endpoint, ...args).getValue()];
}

function useEvery<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>): DataOf<E> {
  return useSuspense(endpoint, ...args);
}

function useWrapped(id: string | undefined): readonly unknown[] {
  const [user, state] = useAny(getUser, id ? { id } : null);
  check<Equal<typeof user, User | undefined>>();
  check<Equal<typeof state, EndpointState<User>>>();
  const sure = useEvery(getUser, { id: 1 });
  check<Equal<typeof sure, User>>();
  // @ts-expect-error -- the path needs an id
  useAny(getUser, {});
  // @ts-expect-error -- null may give nothing
  useEvery(getUser, null);
  return [user, state, sure];
}

function Mistakes({ id }: { readonly id: string | undefined }): ReactElement {
  // @ts-expect-error -- the path needs an id
  useSuspense(getUser);
  // @ts-expect-error -- the id may be undefined: say null then
  useSuspense(getUser, { id });
  // @ts-expect-error -- the path has no such parameter
  useSuspense(getUser, { id: 1, page: 2 });
  // @ts-expect-error -- undefined is not null
  useSuspense(getUser, undefined);
  // @ts-expect-error -- the list takes no parameters
  useSuspense(getUsers, { page: 1 });
  // @ts-expect-error -- the kind is a string
  useSuspense(getCount, 5);
  // @ts-expect-error -- there are two arguments at most
  useSuspense(getCount, 'user', true, 5);
  // @ts-expect-error -- the body is missing
  useSuspense(find, { team: 1 });
  // @ts-expect-error -- a mutation is not read
  useSuspense(updateUser, { id: 1 }, { name: 'Ann' });
  // @ts-expect-error -- a mutation is not read, whatever the arguments
  useSuspense(updateUser, null);
  // @ts-expect-error -- a function is no endpoint
  useSuspense(async () => 5);
  // @ts-expect-error -- the store is missing
  return <StoreProvider />;
}

it('has the types that tsc checks', () => {
  expect([Reads, useWrapped, Mistakes]).toHaveLength(3);
});
