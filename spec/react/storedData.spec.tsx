import { Suspense, StrictMode } from 'react';
import { act, render, screen } from '@testing-library/react';
import { createStore } from '../../src/kernel/store/createStore.ts';
import { persist } from '../../src/features/persist/persist.ts';
import { StoreProvider } from '../../src/react/StoreScope.ts';
import { useSuspense } from '../../src/react/useSuspense.ts';
import { virtualStorage } from '../../src/tools/testing/virtualStorage.ts';
import { Endpoint } from '../../src/data/endpoint/Endpoint.ts';
import { ann, User } from '../support/entities.ts';

const sent: unknown[] = [];
const getUser = new Endpoint(
  (args: { id: string }) => {
    sent.push(args);
    return new Promise<never>(() => {});
  },
  { name: 'getUser', schema: User },
);

function Name() {
  return <p>{useSuspense(getUser, { id: '1' }).name}</p>;
}

/** Lets promises of the storage settle, and React render. */
const settle = (): Promise<void> =>
  act(() => new Promise<void>((resolve) => setTimeout(resolve, 0)));

it('a component suspends on the storage, and shows stored data without a request', async () => {
  const storage = virtualStorage();
  const makeStore = () =>
    createStore({ plugins: [persist({ name: 'spec', storage, flushWait: 0 })] });
  const first = makeStore();
  first.setResponse(getUser, { id: '1' }, ann);
  await settle();
  await settle();
  first.dispose();
  await settle();

  render(
    <StrictMode>
      <StoreProvider store={makeStore()}>
        <Suspense fallback="waits">
          <Name />
        </Suspense>
      </StoreProvider>
    </StrictMode>,
  );
  expect(document.body.textContent).toBe('waits');
  expect(await screen.findByText('Ann')).toBeTruthy();
  expect(sent).toEqual([]);
});
