/** @jest-environment node */
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { AsyncBoundary, StoreProvider, useSuspense } from 'streambed/react';
import { User } from './support/entities.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote } from './support/remote.ts';
import { testStore } from './support/testStore.ts';

quietConsole();

describe('a server with React 17, which has no Suspense on servers,', () => {
  const { store } = testStore();
  const users = remote('getUser', { schema: User });
  store.set(User, { id: '1', name: 'Ann' });
  afterAll(() => store.dispose());

  function Name({ id }: { id: string }): ReactElement {
    return <b>{useSuspense(users.endpoint, { id }).name}</b>;
  }
  const render = (ui: ReactElement): string =>
    renderToString(<StoreProvider store={store}>{ui}</StoreProvider>);

  it('shows cached data and does not fetch', () => {
    expect(render(<Name id="1" />)).toContain('>Ann</b>');
    expect(users.requests).toHaveLength(0);
  });

  it('throws the error of React for missing data and for every boundary', () => {
    const says = 'ReactDOMServer does not yet support Suspense';
    expect(() => render(<Name id="2" />)).toThrow(says);
    expect(() =>
      render(
        <AsyncBoundary>
          <Name id="1" />
        </AsyncBoundary>,
      ),
    ).toThrow(says);
  });
});
