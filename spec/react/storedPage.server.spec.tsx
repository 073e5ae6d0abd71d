import { act } from '@testing-library/react';
import { StrictMode, Suspense } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createStore, dehydrate, Endpoint } from 'streambed';
import { persist } from 'streambed/persist';
import { StoreProvider, useDLE, useSuspense } from 'streambed/react';
import { virtualStorage } from 'streambed/testing';
import { rehydrated } from '../support/rehydrated.ts';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';

quietConsole();

const sent: unknown[] = [];
const getUser = new Endpoint(
  (args: { id: string }) => {
    sent.push(args);
    return new Promise<never>(() => {});
  },
  { name: 'getUser', schema: User, dataExpiryLength: 1_000_000 },
);
const [one, two] = [{ id: '1' }, { id: '2' }];

/** Lets promises of the storage settle, and React render. */
const settle = (): Promise<void> =>
  act(() => new Promise<void>((resolve) => setTimeout(resolve, 0)));

const hooks = {
  useSuspense: (args: { id: string }) => useSuspense(getUser, args).name,
  useDLE: (args: { id: string }) => useDLE(getUser, args).data?.name ?? 'loading',
};

/** A storage that has another version of the first user, and the second one. */
async function filled() {
  const storage = virtualStorage();
  const store = createStore({ plugins: [persist({ name: 'spec', storage, flushWait: 0 })] });
  store.setResponse(getUser, one, { id: '1', name: 'stored' });
  store.setResponse(getUser, two, { id: '2', name: 'Bob' });
  for (let time = 0; time < 3; time++) await settle();
  store.dispose();
  return storage;
}

describe.each(modes)('a page of the server, in a store with stored data %s', (_, strict) => {
  it.each(['useSuspense', 'useDLE'] as const)(
    'hydrates without a mismatch, then shows what it lacks without a request: %s (R24)',
    async (hook) => {
      const storage = await filled();
      const server = createStore();
      server.setResponse(getUser, one, { id: '1', name: 'Ann' });
      const plugin = persist({ name: 'spec', storage });
      const store = rehydrated(createStore({ plugins: [plugin] }), dehydrate(server));
      const useName = hooks[hook];
      const texts: string[] = [];
      const Name = ({ id }: { id: string }) => {
        const name = useName({ id });
        texts.push(name);
        return <b>{name}</b>;
      };
      // The server has left the second user to the browser.
      const isWaiting = hook === 'useSuspense';
      const second = isWaiting
        ? '<!--$!--><template></template>waits<!--/$-->'
        : '<!--$--><b>loading</b><!--/$-->';
      const container = document.createElement('div');
      container.innerHTML = `<!--$--><b>Ann</b><!--/$-->${second}`;
      const mismatches: unknown[] = [];
      const page = (
        <StoreProvider store={store}>
          <Suspense fallback="waits">
            <Name id="1" />
          </Suspense>
          <Suspense fallback="waits">
            <Name id="2" />
          </Suspense>
        </StoreProvider>
      );
      let root!: { unmount(): void };
      await act(async () => {
        root = hydrateRoot(container, strict ? <StrictMode>{page}</StrictMode> : page, {
          onRecoverableError: (error) => mismatches.push(error),
        });
      });
      for (let time = 0; time < 3; time++) await settle();
      expect(texts[0]).toBe('Ann');
      expect(texts).not.toContain('stored');
      expect(container.textContent).toBe('AnnBob');
      expect(sent).toEqual([]);
      // React reports the boundary that the server has left out.
      expect(mismatches.filter((error) => !/server/i.test(String(error)))).toEqual([]);
      await act(async () => root.unmount());
      store.dispose();
      server.dispose();
    },
  );
});
