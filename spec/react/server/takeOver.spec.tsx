import { act, render } from '@testing-library/react';
import { type ReactElement, StrictMode, Suspense, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { Collection, createStore, dehydrate } from 'streambed';
import { StoreProvider, useCache, useDLE, useFetch, useQuery, useSuspense } from 'streambed/react';
import { createServerStore } from 'streambed/ssr';
import { modes } from '../support/modes.ts';
import { quietConsole } from '../support/quietConsole.ts';
import { remote } from '../support/remote.ts';
import { User } from '../../support/entities.ts';
import { rehydrated } from '../../support/rehydrated.ts';

const { complaints, expectComplaints } = quietConsole();

/** React 17 mistakes the jsdom of the spec for a browser. */
const ofServer17 = /useLayoutEffect does nothing on the server/;

it.each(modes)('a page sent in one piece hydrates as it was rendered %s', async (_, strict) => {
  const users = remote('getUser', { schema: User });
  function Show({ id }: { readonly id: string }): ReactElement {
    const { data, loading, fetching } = useDLE(users.endpoint, { id });
    const cached = useCache(users.endpoint, { id });
    const queried = useQuery(User, { id });
    const { resolved } = useFetch(users.endpoint, { id });
    const names = [data, cached, queried].map((user) => user?.name ?? 'none');
    return <b>{[...names, loading, fetching, resolved].join()}</b>;
  }
  const page = (
    <>
      <Show id="1" />
      <Show id="2" />
    </>
  );
  const server = createServerStore();
  server.setResponse(users.endpoint, { id: '1' }, { id: '1', name: 'Ann' });
  const container = document.createElement('div');
  container.innerHTML = renderToString(<StoreProvider store={server}>{page}</StoreProvider>);
  const there = 'Ann,Ann,Ann,false,false,true';
  expect(container.textContent).toBe(`${there}none,none,none,true,true,false`);
  const part = server.takePart();
  server.dispose();

  const store = rehydrated(createStore(), ...(part ? [part] : []));
  const within = <StoreProvider store={store}>{page}</StoreProvider>;
  const requestCount = users.requests.length;
  let root!: { unmount(): void };
  await act(async () => {
    root = hydrateRoot(container, strict ? <StrictMode>{within}</StrictMode> : within);
  });
  expect(users.requests.slice(requestCount).map(({ args }) => args)).toEqual([[{ id: '2' }]]);
  await users.last.answer({ id: '2', name: 'Bo' });
  expect(container.textContent).toBe(`${there}Bo,Bo,Bo,false,false,true`);
  act(() => {
    root.unmount();
  });
  store.dispose();
  expectComplaints();
  expect(complaints().filter((text) => !ofServer17.test(text))).toEqual([]);
});

it.each(modes)(
  'a list of a page with a rule of its own is not rendered again, and follows it %s',
  async (_, strict) => {
    // Lists without rules of their own have those of the collection that is declared first.
    const first = new Collection([User]);
    const byName = new Collection([User], { sort: (a, b) => (a.name < b.name ? -1 : 1) });
    expect(byName.key).toBe(first.key);
    const users = remote('getUsersByName', { schema: byName });
    const args = { id: 'all' };
    const server = createStore();
    const page = [
      { id: '1', name: 'Ann' },
      { id: '2', name: 'Bo' },
    ];
    server.setResponse(users.endpoint, args, page);
    const store = rehydrated(createStore(), dehydrate(server));
    server.dispose();
    let commits = 0;
    function Show(): ReactElement {
      const names = useSuspense(users.endpoint, args).map(({ name }) => name);
      useEffect(() => {
        commits++;
      });
      return <b>{names.join()}</b>;
    }
    const shown = (
      <StoreProvider store={store}>
        <Suspense fallback="">
          <Show />
        </Suspense>
      </StoreProvider>
    );
    const { container, unmount } = render(strict ? <StrictMode>{shown}</StrictMode> : shown);
    await act(async () => {});
    const before = commits;
    expect(before).toBeLessThanOrEqual(strict ? 2 : 1);
    act(() => store.set(User, { id: '1', name: 'Cleo' }));
    expect(container.textContent).toBe('Bo,Cleo');
    expect(commits).toBe(before + 1);
    expect(users.requests).toEqual([]);
    unmount();
    store.dispose();
    expectComplaints();
  },
);
