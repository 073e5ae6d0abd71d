import { act } from '@testing-library/react';
import { type ReactElement, Suspense } from 'react';
import { NEVER, Observable } from 'rxjs';
import { Endpoint, type ReadEndpoint, type StoreOptions } from 'streambed';
import {
  useCancelling,
  useDebounce,
  useDLE,
  useFetch,
  useSubscription,
  useSuspense,
} from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remoteWith } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

type Read = ReadEndpoint<() => Promise<string>>;

const readers = {
  useDLE: ({ endpoint }: { endpoint: Read }): ReactElement => <b>{useDLE(endpoint).data}</b>,
  useFetch: ({ endpoint }: { endpoint: Read }): ReactElement => {
    useFetch(endpoint);
    return <b />;
  },
  useSuspense: ({ endpoint }: { endpoint: Read }): ReactElement => <b>{useSuspense(endpoint)}</b>,
};

type Hook = keyof typeof readers;

const hooks = Object.keys(readers) as Hook[];

describe.each(modes)('a component that leaves before the response %s', (_, strict) => {
  async function renderReader(hook: Hook, endpoint: Read, options: StoreOptions = {}) {
    const { store, clock } = testStore({ graceTime: 0, ...options });
    const Reader = readers[hook];
    const { unmount } = await renderAsync(
      <Suspense fallback="waiting">
        <Reader endpoint={endpoint} />
      </Suspense>,
      { store, strict },
    );
    const pass = async (seconds: number): Promise<void> => {
      for (let i = 0; i < seconds * 100; i++) await act(async () => clock.advance(10));
    };
    return { store, unmount, pass };
  }

  it.each(hooks)('ends the retries: %s', async (hook) => {
    let sent = 0;
    const down = new Endpoint(
      async (): Promise<string> => {
        sent++;
        throw new Error('down');
      },
      { name: 'down' },
    );
    const retry = { count: 10_000, delay: 50, maxDelay: 50, when: () => true };
    const { store, unmount, pass } = await renderReader(hook, down, { retry });
    await pass(1);
    expect(sent).toBeGreaterThan(5);
    await unmount();
    await pass(0.3);
    const before = sent;
    await pass(5);
    expect(sent).toBe(before);
    expect(store.stats()).toMatchObject({ inFlight: 0, timers: 0 });
  });

  it.each(hooks)('goes on with the retries while it is there: %s', async (hook) => {
    let sent = 0;
    const down = new Endpoint(
      async (): Promise<string> => {
        sent++;
        throw new Error('down');
      },
      { name: 'down' },
    );
    const retry = { count: 10_000, delay: 1_000, maxDelay: 1_000, when: () => true };
    const { store, unmount, pass } = await renderReader(hook, down, { retry });
    await pass(8);
    expect(sent).toBeGreaterThan(6);
    await unmount();
    await act(async () => store.dispose());
  });

  it.each(['useDLE', 'useFetch'] as const)(
    'aborts a request that can be cancelled: %s',
    async (hook) => {
      const { store, unmount, pass } = await renderReader(
        hook,
        new Endpoint(() => new Promise<string>(() => {}), { name: 'slow', cancel: true }),
      );
      await pass(1);
      expect(store.stats().inFlight).toBe(1);
      await unmount();
      await pass(0.2);
      expect(store.stats()).toMatchObject({ inFlight: 0, timers: 0 });
    },
  );

  it.each(['useDLE', 'useFetch'] as const)(
    'aborts a refetch that can be cancelled: %s',
    async (hook) => {
      const names = remoteWith<[]>()('getName', { cancel: true });
      const { store, unmount, pass } = await renderReader(hook, names.endpoint);
      await names.last.answer('Ann');
      await act(async () => store.invalidate(names.endpoint));
      expect(store.stats().inFlight).toBe(1);
      await unmount();
      await pass(0.2);
      expect(store.stats()).toMatchObject({ inFlight: 0, timers: 0 });
    },
  );

  it('closes the live source of a subscription', async () => {
    let open = 0;
    const source = (): Observable<string> =>
      new Observable<string>((subscriber) => {
        open++;
        subscriber.add(() => open--);
        return NEVER.subscribe(subscriber);
      });
    const news = new Endpoint(source, { name: 'news' });
    const { store, clock } = testStore({ graceTime: 0 });
    const News = (): ReactElement => {
      useSubscription(news);
      return <b>{useDLE(news).data}</b>;
    };
    const { unmount } = await renderAsync(<News />, { store, strict });
    await act(async () => clock.advance(1_000));
    expect(open).toBe(1);
    await unmount();
    await act(async () => clock.advance(100));
    await act(async () => clock.advance(100));
    expect(open).toBe(0);
  });
});

describe.each(modes)('a text that is typed into a component that suspends %s', (_, strict) => {
  const boundaries = {
    AsyncBoundary: Boundary,
    Suspense: ({ children }: { children: ReactElement }): ReactElement => (
      <Suspense fallback="waiting">{children}</Suspense>
    ),
  } as const;

  it.each(['AsyncBoundary', 'Suspense'] as const)(
    'completes one request, that of the last text: below %s',
    async (kind) => {
      const Around = boundaries[kind];
      const { store, clock } = testStore();
      const search = remoteWith<[{ query: string }]>()('search');
      const Results = ({ text }: { text: string }): ReactElement => {
        const [query] = useDebounce(text, 200);
        return <b>{useSuspense(useCancelling(search.endpoint, { query }), { query })}</b>;
      };
      const page = (text: string): ReactElement => (
        <Around>
          <Results text={text} />
        </Around>
      );
      const { text, rerender } = await renderAsync(page('p'), { store, strict });
      for (const typed of ['pr', 'pri', 'prin', 'print']) {
        await act(async () => clock.advance(100));
        await rerender(page(typed));
      }
      for (let i = 0; i < 30; i++) await act(async () => clock.advance(10));
      const wanted = search.requests.filter(({ signal }) => !signal?.aborted);
      expect(wanted.map(({ args }) => args[0].query)).toEqual(['print']);
      await wanted[0].answer('found');
      expect(text()).toBe('found');
    },
  );

  it('does not abort the requests of other components that suspend beside it', async () => {
    const { store, clock } = testStore();
    const search = remoteWith<[{ query: string }]>()('search');
    const Results = ({ query }: { query: string }): ReactElement => (
      <b>{useSuspense(useCancelling(search.endpoint, { query }), { query })}</b>
    );
    await renderAsync(
      ['a', 'b', 'c'].map((query) => (
        <Boundary key={query}>
          <Results query={query} />
        </Boundary>
      )),
      { store, strict },
    );
    for (let i = 0; i < 100; i++) await act(async () => clock.advance(10));
    expect(search.requests.map(({ args, signal }) => [args[0].query, signal?.aborted])).toEqual([
      ['a', false],
      ['b', false],
      ['c', false],
    ]);
  });
});
