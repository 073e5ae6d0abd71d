import { act } from '@testing-library/react';
import { type ReactElement, type ReactNode, StrictMode, Suspense } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createStore, dehydrate, schema } from 'streambed';
import {
  StoreProvider,
  useCache,
  useDLE,
  useError,
  useInfinite,
  useSuspense,
} from 'streambed/react';
import { rehydrated } from '../support/rehydrated.ts';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote, remoteWith } from './support/remote.ts';

quietConsole();

const users = remote('getUser', { schema: User });
const args = { id: '1' };

const hooks = {
  useSuspense: () => useSuspense(users.endpoint, args).name,
  useCache: () => useCache(users.endpoint, args)?.name,
  useDLE: () => useDLE(users.endpoint, args).data?.name,
  useError: () => useError(users.endpoint, args)?.message ?? 'Ann',
};

const list = remoteWith<[]>()('getUsers', {
  schema: { results: new schema.Collection([User]), next: '' },
  pages: { next: ({ next }: { readonly next: string }) => ({ cursor: next }) },
});

/** A page that the server rendered with Ann, hydrated by a store that has a later change. */
async function takeOver(useName: () => string | undefined, strict: boolean) {
  const server = createStore();
  server.setResponse(users.endpoint, args, { id: '1', name: 'Ann' });
  server.setResponse(list.endpoint, { results: [{ id: '1', name: 'Ann' }], next: '' });
  const store = rehydrated(createStore(), dehydrate(server));
  server.dispose();
  store.set(User, { id: '1', name: 'Ann B.' });

  const container = document.createElement('div');
  container.innerHTML = '<!--$--><b>Ann</b><!--/$-->';
  const rendered: unknown[] = [];
  const Name = (): ReactElement => {
    const name = useName();
    rendered.push(name);
    return <b>{name}</b>;
  };
  const mismatches: unknown[] = [];
  const within = (inner: ReactNode): ReactNode =>
    strict ? <StrictMode>{inner}</StrictMode> : inner;
  let root!: { unmount(): void };
  await act(async () => {
    root = hydrateRoot(
      container,
      within(
        <StoreProvider store={store}>
          <Suspense fallback="waiting">
            <Name />
          </Suspense>
        </StoreProvider>,
      ),
      { onRecoverableError: (error) => mismatches.push(error) },
    );
  });
  const text = container.textContent;
  await act(async () => root.unmount());
  store.dispose();
  return { text, first: rendered[0], mismatches };
}

describe.each(modes)('a hydrated page %s', (_, strict) => {
  it.each(['useSuspense', 'useCache', 'useDLE'] as const)(
    'renders the data of the server first, then the present data: %s',
    async (hook) => {
      const { text, first, mismatches } = await takeOver(hooks[hook], strict);
      expect(mismatches).toEqual([]);
      expect(first).toBe('Ann');
      expect(text).toBe('Ann B.');
    },
  );

  it('renders the first page of the server first, then the present data: useInfinite', async () => {
    const useFirst = (): string => useInfinite(list.endpoint).items[0].name;
    const { text, first, mismatches } = await takeOver(useFirst, strict);
    expect(mismatches).toEqual([]);
    expect(first).toBe('Ann');
    expect(text).toBe('Ann B.');
    expect(list.requests).toEqual([]);
  });

  it('useError shows no error if the server rendered data', async () => {
    const { text, mismatches } = await takeOver(hooks.useError, strict);
    expect(mismatches).toEqual([]);
    expect(text).toBe('Ann');
  });
});
