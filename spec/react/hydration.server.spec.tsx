import { act } from '@testing-library/react';
import { type ReactElement, type ReactNode, StrictMode, Suspense } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createStore, dehydrate } from 'streambed';
import { StoreProvider, useCache, useDLE, useError, useSuspense } from 'streambed/react';
import { rehydrated } from '../support/rehydrated.ts';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote } from './support/remote.ts';

quietConsole();

const users = remote('getUser', { schema: User });
const args = { id: '1' };

const hooks = {
  useSuspense: () => useSuspense(users.endpoint, args).name,
  useCache: () => useCache(users.endpoint, args)?.name,
  useDLE: () => useDLE(users.endpoint, args).data?.name,
  useError: () => useError(users.endpoint, args)?.message ?? 'Ann',
};

/** A page that a server has rendered with Ann, taken over by a store that knows of a change since. */
async function takeOver(useName: () => string | undefined, strict: boolean) {
  const server = createStore();
  server.setResponse(users.endpoint, args, { id: '1', name: 'Ann' });
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

describe.each(modes)('a page that is taken over %s', (_, strict) => {
  it.each(['useSuspense', 'useCache', 'useDLE'] as const)(
    'renders what it was rendered with first, then what is there: %s',
    async (hook) => {
      const { text, first, mismatches } = await takeOver(hooks[hook], strict);
      expect(mismatches).toEqual([]);
      expect(first).toBe('Ann');
      expect(text).toBe('Ann B.');
    },
  );

  it('has no error where it was rendered with data: useError', async () => {
    const { text, mismatches } = await takeOver(hooks.useError, strict);
    expect(mismatches).toEqual([]);
    expect(text).toBe('Ann');
  });
});
