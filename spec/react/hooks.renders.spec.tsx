import { act } from '@testing-library/react';
import type * as React from 'react';
import { memo, type ReactElement, useMemo } from 'react';
import { map } from 'rxjs';
import {
  useCache,
  useDLE,
  useError,
  useFetch,
  useLive,
  useObservable,
  useQuery,
  useStore,
  useStream,
  useSuspense,
} from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { User } from './support/entities.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

const users = remote('getUser', { schema: User, pollFrequency: 600_000 });
const args = { id: '1' };

function useUser$() {
  const store = useStore();
  return useMemo(() => store.query(User, args), [store]);
}

/** Each hook that reads one user. */
const hooks = {
  useSuspense: () => useSuspense(users.endpoint, args).name,
  useLive: () => useLive(users.endpoint, args).name,
  useDLE: () => useDLE(users.endpoint, args).data?.name,
  useFetch: () => String(useFetch(users.endpoint, args).resolved),
  useCache: () => useCache(users.endpoint, args)?.name,
  useError: () => useError(users.endpoint, args)?.message ?? 'no error',
  useQuery: () => useQuery(User, args)?.name,
  useStream: () => useStream(useUser$())?.name,
  useObservable: () => useObservable(useUser$())?.name,
};
type Name = keyof typeof hooks;
const names = Object.keys(hooks) as Name[];
/** The hooks that show the data. */
const dataHooks = names.filter((name) => name !== 'useFetch' && name !== 'useError');

async function renderReaders(shown: readonly Name[]) {
  const { store } = testStore();
  store.set(
    [User],
    [
      { id: '1', name: 'Ann' },
      { id: '2', name: 'Bo' },
    ],
  );
  store.setResponse(users.endpoint, args, { id: '1', name: 'Ann' });
  let renders = 0;
  const readerWith = (useValue: () => string | undefined) =>
    memo((): ReactElement => {
      renders++;
      return <b>{useValue()}</b>;
    });
  const Readers = shown.map((name) => readerWith(hooks[name]));
  const screen = await renderAsync(
    <Boundary>
      {Readers.map((Reader, at) => (
        <Reader key={at} />
      ))}
    </Boundary>,
    { store },
  );
  renders = 0;
  return { ...screen, store, renders: () => renders };
}

describe.each(names)('%s', (name) => {
  it('does not render for a write of another entity, or of equal data', async () => {
    const { store, renders } = await renderReaders([name]);
    await act(async () => store.set(User, { id: '2', name: 'Bo B.' }));
    await act(async () => store.set(User, { id: '1', name: 'Ann' }));
    expect(renders()).toBe(0);
  });
});

// When one row of a list changes, React checks each context of each row.
it.each(names)('%s reads one context for each hook it consists of', async (name) => {
  const { store } = testStore();
  store.setResponse(users.endpoint, args, { id: '1', name: 'Ann' });
  const read = jest.spyOn(jest.requireActual<typeof React>('react'), 'useContext');
  const reads = new Set<number>();
  function Reader(): ReactElement {
    const before = read.mock.calls.length;
    const value = hooks[name]();
    reads.add(read.mock.calls.length - before);
    return <b>{value}</b>;
  }
  await renderAsync(
    <Boundary>
      <Reader />
    </Boundary>,
    { store },
  );
  read.mockRestore();
  // `useStream` and `useObservable` are used with `useStore` here.
  const isTwo = name === 'useLive' || name === 'useStream' || name === 'useObservable';
  expect([...reads]).toEqual([isTwo ? 2 : 1]);
});

describe.each(dataHooks)('%s', (name) => {
  it('renders once for a change of its entity, also in a batch of several', async () => {
    const { store, renders, text } = await renderReaders([name]);
    await act(async () =>
      store.batch(() => {
        for (const n of [1, 2, 3]) store.set(User, { id: '1', name: `Ann ${n}` });
        store.set(User, { id: '2', name: 'Cy' });
      }),
    );
    expect(renders()).toBe(1);
    expect(text()).toBe('Ann 3');
  });
});

it.each([
  ['that fetch', ['useSuspense', 'useSuspense', 'useDLE', 'useDLE', 'useFetch'], 1],
  ['that never fetch', ['useCache', 'useCache', 'useError', 'useError'], 1],
  ['of both kinds', ['useSuspense', 'useCache', 'useDLE', 'useError'], 2],
] as const)('all hooks of a key %s share one subscription', async (_, shown, expected) => {
  const { store, unmount } = await renderReaders(shown);
  expect(store.stats().subscribers).toBe(expected);
  await unmount();
  expect(store.stats().subscribers).toBe(0);
});

it('all hooks that read one stream share one subscription', async () => {
  const { store } = testStore();
  store.set(User, { id: '1', name: 'Ann' });
  const name$ = store.query(User, args).pipe(map((user) => user?.name));
  const Reader = (): ReactElement => <b>{useStream(name$)}</b>;
  await renderAsync(
    <Boundary>
      <Reader />
      <Reader />
      <Reader />
    </Boundary>,
    { store },
  );
  expect(store.stats().subscribers).toBe(1);
});
