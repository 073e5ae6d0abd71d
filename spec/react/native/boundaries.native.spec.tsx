import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import { AsyncBoundary, ErrorBoundary, StoreProvider, useSuspense } from 'streambed/react-native';
import { modes } from '../support/modes.ts';
import { quietConsole } from '../support/quietConsole.ts';
import { remoteList } from '../support/remote.ts';
import { renderAsync } from '../support/renderAsync.tsx';
import { testStore } from '../support/testStore.ts';

quietConsole();

describe.each([
  ['AsyncBoundary', AsyncBoundary],
  ['ErrorBoundary', ErrorBoundary],
])('%s of React Native', (_name, Boundary) => {
  describe.each(modes)('%s', (_, strict) => {
    async function failing(boundary: (children: ReactNode) => ReactNode) {
      const { store } = testStore();
      const time = remoteList('time');
      store.setError(time.endpoint, new Error('stopped'));
      const Time = (): ReactNode => useSuspense(time.endpoint);
      const screen = await renderAsync(
        <StoreProvider store={store}>
          <AsyncBoundary>{boundary(<Time />)}</AsyncBoundary>
        </StoreProvider>,
        { strict },
      );
      return { ...screen, time };
    }

    it('shows an error with native components, and retries when the button is pressed', async () => {
      const { text, time, container, getByRole } = await failing((children) => (
        <Boundary>{children}</Boundary>
      ));
      expect(getByRole('alert').textContent).toBe('stoppedTry again');
      // Text outside of a `Text` would crash a native app.
      const texts = [...container.querySelectorAll('[class^="css-text"]')];
      expect(texts.map((element) => element.textContent)).toEqual(['stopped', 'Try again']);
      await act(async () => getByRole('button').click());
      await time.last.answer('12:00');
      expect(text()).toBe('12:00');
    });
  });
});

it('a given error component replaces the default one', async () => {
  const { store } = testStore();
  const time = remoteList('time');
  store.setError(time.endpoint, new Error('stopped'));
  const Time = (): ReactNode => useSuspense(time.endpoint);
  const { text } = await renderAsync(
    <StoreProvider store={store}>
      <AsyncBoundary errorComponent={({ error }) => `sorry: ${error.message}`}>
        <Time />
      </AsyncBoundary>
      <ErrorBoundary fallbackComponent={({ error }) => `, ${error.message}!`}>
        <Time />
      </ErrorBoundary>
    </StoreProvider>,
  );
  expect(text()).toBe('sorry: stopped, stopped!');
});
