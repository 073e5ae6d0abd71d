import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Endpoint } from 'streambed';
import { AsyncBoundary, StoreProvider, useSuspense } from 'streambed/react';
import { testStore } from './support/testStore.ts';

const failure = new Error('stopped');
const getTime = new Endpoint(() => Promise.reject(failure), { name: 'getTime' });

function Time(): ReactNode {
  return useSuspense(getTime);
}

/** The errors that the root and the console get, and what the page shows. */
async function renderFailure(onCaughtError?: (error: unknown) => void) {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  const { store } = testStore();
  const page = (
    <StoreProvider store={store}>
      <AsyncBoundary>
        <Time />
      </AsyncBoundary>
    </StoreProvider>
  );
  const { container } = await act(async () => render(page, { onCaughtError }));
  return { text: container.textContent, logs: logged.mock.calls.map((parts) => parts.join(' ')) };
}

afterEach(() => jest.restoreAllMocks());

describe('an error that AsyncBoundary shows', () => {
  it('is logged by React', async () => {
    const { text, logs } = await renderFailure();
    expect(text).toBe('stoppedTry again');
    expect(logs).toEqual([expect.stringContaining('The above error occurred in the <Time>')]);
  });

  it('is passed to onCaughtError of the root in place of the console', async () => {
    const caught: unknown[] = [];
    const { text, logs } = await renderFailure((error) => void caught.push(error));
    expect(text).toBe('stoppedTry again');
    expect(caught).toEqual([failure]);
    expect(logs).toEqual([]);
  });
});
