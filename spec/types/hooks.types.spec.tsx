import type { ReactNode } from 'react';
import { BehaviorSubject, type Observable, of } from 'rxjs';
import { type createStore, Entity, RestEndpoint, schema } from 'streambed';
import {
  type DataLoadingError,
  type FetchThenable,
  useCache,
  useCancelling,
  useDebounce,
  useDLE,
  useError,
  useFetch,
  useLive,
  useLoading,
  useMutation,
  useObservable,
  useQuery,
  useStream,
  useSubscription,
} from 'streambed/react';
import { check, type Equal } from './Equal.ts';

class User extends Entity {
  readonly id: string = '';
  readonly name: string = '';
}

const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
const getUsers = new RestEndpoint({ path: '/users', schema: [User] });
const updateUser = getUser.extend({ method: 'PUT', body: {} as { name: string } });
const userCount = new schema.Query(new schema.All(User), (users, _team: string) => users.length);

// Checked by `tsc`; never called.
function Reads({ id }: { readonly id: string | undefined }): ReactNode {
  const user = useDLE(getUser, { id: 1 });
  check<Equal<typeof user, DataLoadingError<User>>>();
  if (user.loading) {
    check<Equal<typeof user.data, undefined>>();
    return null;
  }
  if (user.error) {
    check<Equal<typeof user.error, Error>>();
    check<Equal<typeof user.data, User | undefined>>();
    return null;
  }
  check<Equal<typeof user.data, User>>();
  return user.data.name + (id ?? '');
}

const pollUser = getUser.extend({ pollFrequency: 1_000 });

function Others({ id }: { readonly id: string | undefined }): ReactNode {
  const maybe = useDLE(getUser, id ? { id } : null);
  check<Equal<typeof maybe, DataLoadingError<User | undefined>>>();
  const cached = useCache(getUsers);
  check<Equal<typeof cached, User[] | undefined>>();
  const error = useError(getUser, id ? { id } : null);
  check<Equal<typeof error, Error | undefined>>();
  const fetched = useFetch(getUser, { id: 1 });
  check<Equal<typeof fetched, FetchThenable<User>>>();
  const maybeFetched = useFetch(getUser, id ? { id } : null);
  check<Equal<typeof maybeFetched, FetchThenable<User> | undefined>>();
  const live = useLive(pollUser, { id: 1 });
  check<Equal<typeof live, User>>();
  const maybeLive = useLive(pollUser, null);
  check<Equal<typeof maybeLive, User | undefined>>();
  check<Equal<ReturnType<typeof useSubscription>, void>>();
  const byPk = useQuery(User, { id: '1' });
  check<Equal<typeof byPk, User | undefined>>();
  const all = useQuery(new schema.All(User));
  check<Equal<typeof all, User[] | undefined>>();
  const count = useQuery(userCount, 'red');
  check<Equal<typeof count, number | undefined>>();
  return [cached?.length, error?.message, live.name, count];
}

function Streams({ store }: { readonly store: ReturnType<typeof createStore> }): ReactNode {
  const text = useStream(of('a'));
  check<Equal<typeof text, string>>();
  const user = useStream(store.observe(getUser, { id: 1 }).data$);
  check<Equal<typeof user, User>>();
  const perhaps = useObservable(of('a'));
  check<Equal<typeof perhaps, string | undefined>>();
  const initial = useObservable(of('a'), null);
  check<Equal<typeof initial, string | null>>();
  const always = useObservable(new BehaviorSubject('a'));
  check<Equal<typeof always, string>>();
  const state = useObservable(store.query(User, { id: '1' }));
  check<Equal<typeof state, User | undefined>>();
  const stream: Observable<number> = of(1);
  return text + useStream(stream) + user.name;
}

function Actions({ text }: { readonly text: string }): ReactNode {
  const [update, { data, loading, error, reset }] = useMutation(updateUser);
  check<Equal<Parameters<typeof update>, Parameters<typeof updateUser>>>();
  check<Equal<ReturnType<typeof update>, Promise<User>>>();
  check<Equal<typeof data, User | undefined>>();
  check<Equal<typeof loading, boolean>>();
  check<Equal<typeof error, Error | undefined>>();
  check<Equal<typeof reset, () => void>>();
  const [save, saving] = useLoading(async (name: string, age: number) => `${name}${age}`);
  check<Equal<typeof save, (name: string, age: number) => Promise<string | undefined>>>();
  check<Equal<typeof saving, boolean>>();
  const [debounced, isPending] = useDebounce(text, 100);
  check<Equal<typeof debounced, string>>();
  check<Equal<typeof isPending, boolean>>();
  const cancelling = useCancelling(getUser, { id: 1 });
  check<Equal<typeof cancelling, typeof getUser>>();
  return data?.name;
}

function Mistakes({ id }: { readonly id: string | undefined }): ReactNode {
  // @ts-expect-error -- the path needs an id
  useDLE(getUser);
  // @ts-expect-error -- the id may be undefined: say null then
  useCache(getUser, { id });
  // @ts-expect-error -- the path has no such parameter
  useFetch(getUser, { id: 1, page: 2 });
  // @ts-expect-error -- a mutation is not read
  useLive(updateUser, { id: 1 }, { name: 'Ann' });
  // @ts-expect-error -- a mutation is not followed
  useSubscription(updateUser, null);
  // @ts-expect-error -- a read is no mutation
  useMutation(getUser);
  // @ts-expect-error -- the query needs a team
  useQuery(userCount);
  // @ts-expect-error -- an endpoint is no schema
  useQuery(getUser, { id: 1 });
  // @ts-expect-error -- a promise is no observable
  useStream(Promise.resolve(1));
  // @ts-expect-error -- the data may be missing
  return useCache(getUser, { id: 1 }).name;
}

it('has the types that tsc checks', () => {
  expect([Reads, Others, Streams, Actions, Mistakes]).toHaveLength(5);
});
