import { act } from '@testing-library/react';
import { type ReactElement, type ReactNode } from 'react';
import { schema, type Store } from 'streambed';
import {
  useCache,
  useDLE,
  useError,
  useFetch,
  useInfinite,
  useLive,
  useObservable,
  useQuery,
  useStream,
  useSubscription,
  useSuspense,
} from 'streambed/react';
import { Boundary } from './Boundary.tsx';
import { User } from './entities.ts';
import { remote, remoteWith } from './remote.ts';
import { type Rendered, renderAsync } from './renderAsync.tsx';
import { testStore } from './testStore.ts';

/** Tries are 100 ms apart at most; time never makes the data of these reads stale. */
const options = { retry: { count: 2, delay: 100 }, pollFrequency: 1e9, dataExpiryLength: 1e9 };

const getUsers = () => remote('getUser', { ...options, schema: User });
const getPages = () =>
  remoteWith<[{ readonly id: string; readonly cursor?: string }]>()('getPages', {
    ...options,
    schema: { results: new schema.Collection([User]), next: '' },
    pages: { next: ({ next }: { readonly next: string }) => ({ cursor: next }) },
  });

interface Reads {
  readonly users: ReturnType<typeof getUsers>;
  readonly pages: ReturnType<typeof getPages>;
  readonly user$: ReturnType<typeof observed>;
}

function observed(store: Store, { endpoint }: ReturnType<typeof getUsers>) {
  return store.observe(endpoint, { id: '1' });
}

/**
 * What a hook does with an endpoint: it reads an entity, pages of entities, or only looks at what is
 * there.
 */
export type Reader = 'reads' | 'pages' | 'looks';

/** A component for each hook. All arguments are made in the render. */
const hooks = {
  useSuspense: ({ users }: Reads) => <b>{useSuspense(users.endpoint, { id: '1' }).name}</b>,
  useDLE: ({ users }: Reads) => <b>{useDLE(users.endpoint, { id: '1' }).data?.name}</b>,
  useFetch: ({ users }: Reads) => <b>{useFetch(users.endpoint, { id: '1' }).resolved}</b>,
  useLive: ({ users }: Reads) => <b>{useLive(users.endpoint, { id: '1' }).name}</b>,
  useSubscription({ users }: Reads) {
    useSubscription(users.endpoint, { id: '1' });
    return <b />;
  },
  useStream: ({ user$ }: Reads) => <b>{useStream(user$).data?.name}</b>,
  useObservable: ({ user$ }: Reads) => <b>{useObservable(user$).data?.name}</b>,
  useInfinite: ({ pages }: Reads) => <b>{useInfinite(pages.endpoint, { id: '1' }).items.length}</b>,
  useCache: ({ users }: Reads) => <b>{useCache(users.endpoint, { id: '1' })?.name}</b>,
  useError: ({ users }: Reads) => <b>{useError(users.endpoint, { id: '1' })?.message}</b>,
  useQuery: () => <b>{useQuery(User, { id: '1' })?.name}</b>,
} satisfies Readonly<Record<string, (reads: Reads) => ReactElement>>;

/** The hooks that read an endpoint. */
export const hookNames = Object.keys(hooks) as readonly (keyof typeof hooks)[];

export function readerOf(hook: keyof typeof hooks): Reader {
  if (hook === 'useInfinite') return 'pages';
  return ['useCache', 'useError', 'useQuery'].includes(hook) ? 'looks' : 'reads';
}

/** Two components with one hook and one key, and what happens to them. */
export async function mountReaders(
  hook: keyof typeof hooks,
  strict: boolean,
  around = (children: ReactNode): ReactNode => children,
) {
  const { store, clock } = testStore();
  const [users, pages] = [getUsers(), getPages()];
  const reads = { users, pages, user$: observed(store, users) };
  const Hook = hooks[hook];
  const removals = remote('removeUser', {
    schema: new schema.Invalidate(User),
    sideEffect: true,
    getOptimisticResponse: (_snapshot: unknown, { id }: { readonly id: string }) => ({ id }),
  });
  const ui = (within: typeof around): ReactElement => (
    <Boundary>
      {within(
        <>
          <Hook {...reads} />
          <Hook {...reads} />
        </>,
      )}
    </Boundary>
  );
  const page: Rendered = await renderAsync(ui(around), { store, strict });
  const sent = () => [...users.requests, ...pages.requests];
  return {
    store,
    page,
    removals,
    endpoint: readerOf(hook) === 'pages' ? pages.endpoint : users.endpoint,
    /** The number of requests so far. */
    count: () => sent().length,
    /** Lets 5 s pass. */
    pass: async (): Promise<void> => {
      for (let i = 0; i < 10; i++) await act(async () => clock.advance(500));
    },
    /** Answers all requests. */
    answer: () =>
      act(async () => {
        const user = { id: '1', name: 'Ann' };
        for (const request of users.requests) request.resolve(user);
        for (const request of pages.requests) request.resolve({ results: [user], next: '' });
      }),
    /** Fails all requests. */
    fail: () =>
      act(async () => {
        for (const request of sent()) request.reject(new TypeError('Failed to fetch'));
      }),
    /** Removes the user, optimistically. */
    remove: () => act(async () => void store.fetch(removals.endpoint, { id: '1' }).catch(() => {})),
    end: async (): Promise<void> => {
      await page.unmount();
      await act(async () => store.dispose());
    },
    rerender: (within = around) => page.rerender(ui(within)),
  };
}

export type Readers = Awaited<ReturnType<typeof mountReaders>>;
