import * as React from 'react';
import type * as streambed from 'streambed';
import { schema } from 'streambed';
import type * as streambedReact from 'streambed/react';
import { useInfinite, useSuspense, useStore } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote, remoteList } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

/** The entries of another copy of the package, which shares React. */
function load() {
  let main!: typeof streambed;
  let react!: typeof streambedReact;
  jest.isolateModules(() => {
    jest.doMock('react', () => React);
    main = jest.requireActual('streambed');
    react = jest.requireActual('streambed/react');
  });
  jest.dontMock('react');
  return { ...main, ...react };
}

describe.each(modes)('below the provider of another copy %s', (_, strict) => {
  it('hooks find the store', async () => {
    const { store } = testStore();
    const { StoreProvider, ...other } = load();
    expect(other.useStore).not.toBe(useStore);
    const users = remote('getUser', { schema: User });
    function Name(): React.ReactNode {
      return useSuspense(users.endpoint, { id: '1' }).name;
    }
    const { text } = await renderAsync(
      <StoreProvider store={store}>
        <React.Suspense fallback="waiting">
          <Name />
        </React.Suspense>
      </StoreProvider>,
      { strict },
    );
    expect(text()).toBe('waiting');
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('Ann');
  });

  it('hooks that need the internals of its store name both copies', async () => {
    const { createStore, StoreProvider } = load();
    const list = remoteList('getUsers', { schema: new schema.Collection([User]) });
    const endpoint = list.endpoint.extend({ pages: { next: () => null } });
    function Names(): React.ReactNode {
      return useInfinite(endpoint).items.length;
    }
    const store = createStore();
    const { text } = await renderAsync(
      <StoreProvider store={store}>
        <Boundary>
          <Names />
        </Boundary>
      </StoreProvider>,
      { strict },
    );
    expect(text()).toMatch(/SB_TWO_COPIES|streambed \(source\).*streambed \(source\)/);
    store.dispose();
  });
});
