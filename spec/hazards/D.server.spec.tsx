/** @jest-environment node */
import { type ReactElement, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { StoreProvider, useSuspense } from 'streambed/react';
import { User } from '../react/support/entities.ts';
import { quietConsole } from '../react/support/quietConsole.ts';
import { remote } from '../react/support/remote.ts';
import { testStore } from '../react/support/testStore.ts';

quietConsole();

describe('D19 another React', () => {
  it('D19 on a server shows the available data, and the fallback for the rest', () => {
    const { store } = testStore();
    const users = remote('getUser', { schema: User });
    const never = remote('never', { schema: User });
    store.set(User, { id: '1', name: 'Ann' });
    function Name(): ReactElement {
      return <b>{useSuspense(users.endpoint, { id: '1' }).name}</b>;
    }
    function Waits(): ReactElement {
      return <b>{useSuspense(never.endpoint, { id: '2' }).name}</b>;
    }
    const html = renderToString(
      <StoreProvider store={store}>
        <Name />
        <Suspense fallback="waiting">
          <Waits />
        </Suspense>
      </StoreProvider>,
    );
    expect(html).toContain('<b>Ann</b>');
    expect(html).toContain('waiting');
    expect(users.requests).toHaveLength(0);
    store.dispose();
    expect(store.stats()).toMatchObject({ timers: 0, inFlight: 0, subscribers: 0 });
  });
});
