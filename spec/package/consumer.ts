import { createStore, Entity, resource, RestEndpoint, schema } from 'streambed';
import { GQLEndpoint } from 'streambed/graphql';
import { StoreProvider, useSuspense } from 'streambed/react';
import { appActive, useSuspense as useNative } from 'streambed/react-native';

/** A program as a user writes it. The package check compiles it against the packed types. */

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(value?: T): T | undefined => value;

class User extends Entity {
  readonly id: string = '';
  readonly name: string = '';
}

const getUsers = new RestEndpoint({ path: '/users', schema: new schema.All(User) });
const getUser = new RestEndpoint({ path: '/users/:id', schema: User });

export function useNames(): string[] {
  const users = useSuspense(getUsers);
  holds<Equal<typeof users, User[]>>();
  return users.map(({ name }) => name);
}

export function useMaybe(id: string | undefined): string | undefined {
  const user = useSuspense(getUser, id ? { id } : null);
  holds<Equal<typeof user, User | undefined>>();
  return user?.name;
}

export function useMistake(): User {
  // @ts-expect-error -- the path needs an id
  return useSuspense(getUser, { name: 'Ada' });
}

export const store = createStore({ active$: appActive() });
export const names = store
  .observe(getUsers)
  .subscribe(({ data }) => data?.map(({ name }) => name.length));
export const provider = StoreProvider;

export function useNativeName(): string {
  const user = useNative(getUser, { id: 1 });
  holds<Equal<typeof user, User>>();
  return user.name;
}

export const UserResource = resource({ path: '/users/:id', schema: User, paginationField: 'page' });
export const renamed = store.fetch(UserResource.partialUpdate, { id: 1 }, { name: 'Ada' });
export const more = store.fetch(UserResource.getList.getPage, { page: 2 });

// @ts-expect-error -- the name is text
export const mistake = () => UserResource.getList.push({ name: 5 });

export const getById = new GQLEndpoint('/graphql').query(
  'query User($id: ID!) { user(id: $id) { id name } }',
  { user: User },
);
export const one = store.fetch(getById, { id: 1 }).then(({ user }) => {
  holds<Equal<typeof user, User | null>>();
  return user?.name;
});
