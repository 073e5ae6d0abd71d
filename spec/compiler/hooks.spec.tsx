import { act, fireEvent } from '@testing-library/react';
import {
  createContext,
  type ReactElement,
  type ReactNode,
  Suspense,
  use,
  useContext,
  useState,
} from 'react';
import { BehaviorSubject, map, Subject } from 'rxjs';
import { createStore, Entity, Query, resource, schema } from 'streambed';
import {
  type FetchThenable,
  hookifyResource,
  StoreProvider,
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
  useStore,
  useStream,
  useSubscription,
  useSuspense,
} from 'streambed/react';
import { Boundary } from '../react/support/Boundary.tsx';
import { User } from '../react/support/entities.ts';
import { modes } from '../react/support/modes.ts';
import { quietConsole } from '../react/support/quietConsole.ts';
import { remote, remoteWith } from '../react/support/remote.ts';
import { renderAsync } from '../react/support/renderAsync.tsx';
import { testStore } from '../react/support/testStore.ts';

quietConsole();

/** Whether the React Compiler has compiled a component or a hook. */
const isCompiled = (made: (...args: never[]) => unknown): boolean =>
  String(made).includes('compiler_runtime');

const getUsers = () => remote('getUser', { schema: User, pollFrequency: 10_000 });

interface Props {
  readonly users: ReturnType<typeof getUsers>['endpoint'];
  readonly id: string;
}

function BySuspense({ users, id }: Props): ReactElement {
  const user = useSuspense(users, { id });
  return <b>{user.name}</b>;
}

function ByLive({ users, id }: Props): ReactElement {
  const user = useLive(users, { id });
  return <b>{user.name}</b>;
}

function ByFetch({ users, id }: Props): ReactElement {
  const user = useFetch(users, { id });
  return (
    <Suspense fallback="waiting">
      <Awaited user={user} />
    </Suspense>
  );
}

function Awaited({ user }: { readonly user: FetchThenable<User> }): ReactElement {
  const { name } = use(user);
  return <b>{name}</b>;
}

function ByDLE({ users, id }: Props): ReactElement {
  const { data, loading } = useDLE(users, { id });
  return <b>{loading ? 'waiting' : data?.name}</b>;
}

function ByStream({ users, id }: Props): ReactElement {
  const store = useStore();
  const user = useStream(store.observe(users, { id }).data$);
  return <b>{user.name}</b>;
}

function ByObservable({ users, id }: Props): ReactElement {
  const store = useStore();
  const { data } = useObservable(store.observe(users, { id }));
  return <b>{data?.name ?? 'waiting'}</b>;
}

function ByCache({ users, id }: Props): ReactElement {
  useSubscription(users, { id });
  const user = useCache(users, { id });
  return <b>{user?.name ?? 'waiting'}</b>;
}

function ByQuery({ users, id }: Props): ReactElement {
  useSubscription(users, { id });
  const user = useQuery(User, { id });
  return <b>{user?.name ?? 'waiting'}</b>;
}

describe.each(modes)('components compiled by the React Compiler, %s,', (_, strict) => {
  it.each([
    ['useSuspense', BySuspense],
    ['useLive', ByLive],
    ['useFetch', ByFetch],
    ['useDLE', ByDLE],
    ['useStream', ByStream],
    ['useObservable', ByObservable],
    ['useCache and useSubscription', ByCache],
    ['useQuery', ByQuery],
  ])('show every change of %s', async (_name, Name) => {
    expect(isCompiled(Name)).toBe(true);
    const { store } = testStore();
    const users = getUsers();
    const shown = (id: string): ReactElement => (
      <Boundary>
        <Name users={users.endpoint} id={id} />
      </Boundary>
    );
    const { text, rerender } = await renderAsync(shown('1'), { store, strict });
    expect(text()).toBe('waiting');
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('Ann');
    await act(async () => store.set(User, { id: '1', name: 'Anna' }));
    expect(text()).toBe('Anna');
    await rerender(shown('2'));
    expect(text()).toBe('waiting');
    await users.last.answer({ id: '2', name: 'Bo' });
    expect(text()).toBe('Bo');
    await act(async () => store.set(User, { id: '2', name: 'Bob' }));
    expect(text()).toBe('Bob');
    await act(async () => store.invalidate(users.endpoint, { id: '2' }));
    await users.last.answer({ id: '2', name: 'Bobby' });
    expect(text()).toBe('Bobby');
    store.dispose();
  });

  it('show every error', async () => {
    const { store } = testStore();
    const users = getUsers();
    function Failure({ endpoint }: { readonly endpoint: Props['users'] }): ReactElement {
      const { error } = useDLE(endpoint, { id: '1' });
      const same = useError(endpoint, { id: '1' });
      return (
        <b>
          {error?.message ?? 'none'} {same?.message ?? 'none'}
        </b>
      );
    }
    expect(isCompiled(Failure)).toBe(true);
    const { text } = await renderAsync(<Failure endpoint={users.endpoint} />, { store, strict });
    expect(text()).toBe('none none');
    await users.last.fail(new Error('gone'));
    expect(text()).toBe('gone gone');
    await act(async () => store.setError(users.endpoint, { id: '1' }, new Error('lost')));
    expect(text()).toBe('lost lost');
    await act(async () => store.setResponse(users.endpoint, { id: '1' }, { id: '1', name: 'Ann' }));
    expect(text()).toBe('none none');
    store.dispose();
  });

  it('show every list of a Query, and every value of an observable', async () => {
    const { store } = testStore();
    const byPrefix = new Query(new schema.All(User), (users, { prefix }: { prefix: string }) =>
      users.filter(({ name }) => name.startsWith(prefix)),
    );
    const numbers = new Subject<number>();
    const words = new BehaviorSubject('none').pipe(map((word) => word.toUpperCase()));
    function Names({ prefix }: { readonly prefix: string }): ReactElement {
      const names = useQuery(byPrefix, { prefix })?.map(({ name }) => name);
      const number = useObservable(numbers, 0);
      const word = useStream(words);
      return <b>{`${names?.join() ?? 'nobody'} ${number} ${word}`}</b>;
    }
    expect(isCompiled(Names)).toBe(true);
    const { text, rerender } = await renderAsync(<Names prefix="A" />, { store, strict });
    expect(text()).toBe('nobody 0 NONE');
    await act(async () => {
      store.set(User, { id: '1', name: 'Ann' });
      store.set(User, { id: '2', name: 'Bo' });
      numbers.next(1);
    });
    expect(text()).toBe('Ann 1 NONE');
    await rerender(<Names prefix="B" />);
    expect(text()).toBe('Bo 1 NONE');
    await act(async () => store.set(User, { id: '2', name: 'Bob' }));
    expect(text()).toBe('Bob 1 NONE');
    store.dispose();
  });

  it('show the state of a mutation and of a call', async () => {
    const { store } = testStore();
    const rename = remoteWith<[{ id: string }, string]>()('rename', {
      schema: User,
      sideEffect: true,
    });
    const calls: ((word: string) => void)[] = [];
    const say = (): Promise<string> => new Promise((resolve) => calls.push(resolve));
    function Rename({ endpoint }: { readonly endpoint: typeof rename.endpoint }): ReactElement {
      const [mutate, { data, loading, error, reset }] = useMutation(endpoint);
      const [call, isCalling] = useLoading(say, []);
      const state = loading ? 'sending' : (error?.message ?? data?.name ?? 'idle');
      return (
        <>
          <b>{`${state}${isCalling ? ' calling' : ''}`}</b>
          <button onClick={() => void mutate({ id: '1' }, 'Ann').catch(() => {})} title="send" />
          <button onClick={() => void call()} title="call" />
          <button onClick={reset} title="reset" />
        </>
      );
    }
    expect(isCompiled(Rename)).toBe(true);
    const { text, getByTitle } = await renderAsync(<Rename endpoint={rename.endpoint} />, {
      store,
      strict,
    });
    const press = (title: string): Promise<void> => act(async () => getByTitle(title).click());
    expect(text()).toBe('idle');
    await press('send');
    expect(text()).toBe('sending');
    await rename.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('Ann');
    await press('send');
    await rename.last.fail(new Error('no'));
    expect(text()).toBe('no');
    await press('reset');
    expect(text()).toBe('idle');
    await press('call');
    expect(text()).toBe('idle calling');
    await act(async () => calls[0]('done'));
    expect(text()).toBe('idle');
    store.dispose();
  });

  it('fetch the latest text of useDebounce, and abort outdated requests of useCancelling', async () => {
    jest.useFakeTimers();
    try {
      const { store, clock } = testStore();
      const search = remoteWith<[{ query: string }]>()('search');
      function Results({ query }: { readonly query: string }): ReactElement {
        const endpoint = useCancelling(search.endpoint, { query });
        const results = useSuspense(endpoint, { query }) as string;
        return <b>{results}</b>;
      }
      function Search(): ReactElement {
        const [text, setText] = useState('a');
        const [query, isPending] = useDebounce(text, 100);
        return (
          <>
            <input value={text} onChange={({ target }) => setText(target.value)} />
            {isPending && '…'}
            <Boundary>
              <Results query={query} />
            </Boundary>
          </>
        );
      }
      expect([Results, Search].map(isCompiled)).toEqual([true, true]);
      const { text, getByRole, unmount } = await renderAsync(<Search />, { store, strict });
      const type = (value: string): Promise<void> =>
        act(async () => void fireEvent.change(getByRole('textbox'), { target: { value } }));
      await search.last.answer('A');
      expect(text()).toBe('A');
      await type('ab');
      expect(text()).toBe('…A');
      await act(async () => jest.advanceTimersByTime(100));
      expect(search.last.args).toEqual([{ query: 'ab' }]);
      const first = search.last;
      await type('abc');
      await act(async () => jest.advanceTimersByTime(100));
      await act(async () => clock.advance(200));
      expect(first.signal?.aborted).toBe(true);
      await search.last.answer('ABC');
      expect(text()).toBe('ABC');
      await unmount();
      store.dispose();
    } finally {
      jest.useRealTimers();
    }
  });

  it('use the endpoints of hookifyResource, and follow a change of the store', async () => {
    class Note extends Entity {
      id = '';
      text = '';
      static override key = 'Note';
    }
    const Language = createContext('en');
    const NoteHooks = hookifyResource(resource({ path: '/notes/:id', schema: Note }), () => ({
      headers: { 'accept-language': useContext(Language) },
    }));
    function ShowNote(): ReactElement {
      const getNote = NoteHooks.useGet();
      const note = useSuspense(getNote, { id: '1' });
      return <b>{note.text}</b>;
    }
    const languages: (string | null)[] = [];
    const storeOf = (name: string) =>
      createStore({
        fetch: async (_input, init) => {
          languages.push(new Headers(init?.headers).get('accept-language'));
          return Response.json({ id: '1', text: `note of ${name}` });
        },
      });
    const stores = { one: storeOf('one'), two: storeOf('two') };
    const shown = (which: keyof typeof stores, language: string): ReactNode => (
      <StoreProvider store={stores[which]}>
        <Language.Provider value={language}>
          <Boundary>
            <ShowNote />
          </Boundary>
        </Language.Provider>
      </StoreProvider>
    );
    const { findByText, rerender } = await renderAsync(shown('one', 'en'), { strict });
    await findByText('note of one');
    await rerender(shown('two', 'de'));
    await findByText('note of two');
    expect(new Set(languages)).toEqual(new Set(['en', 'de']));
    stores.one.dispose();
    stores.two.dispose();
  });
});
