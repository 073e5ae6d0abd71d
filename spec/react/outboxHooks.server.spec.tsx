import { renderToString } from 'react-dom/server';
import { createStore, Endpoint } from 'streambed';
import { offline, outboxOf } from 'streambed/offline';
import { virtualStorage } from 'streambed/testing';
import {
  StoreProvider,
  useFailedMutations,
  useIsOnline,
  usePendingMutations,
} from 'streambed/react';
import { ManualClock } from '../support/ManualClock.ts';

function Outbox() {
  const counts = [usePendingMutations(), useFailedMutations()].map(({ length }) => length);
  return `${counts.join(' ')} ${useIsOnline() ? 'online' : 'offline'}`;
}

it('hooks of an outbox show an empty one on a server', async () => {
  const add = new Endpoint(
    (_args: { at: number }) => Promise.reject(new TypeError('Failed to fetch')),
    { name: 'add', sideEffect: true },
  );
  const store = createStore({
    scheduler: new ManualClock(),
    plugins: [offline({ name: 'spec', mutations: [add], storage: virtualStorage() })],
  });
  store.fetch(add, { at: 1 }).catch(() => undefined);
  await outboxOf(store).flush();
  expect(outboxOf(store).pending$.getValue()).toHaveLength(1);
  const page = renderToString(
    <StoreProvider store={store}>
      <Outbox />
    </StoreProvider>,
  );
  expect(page).toBe('0 0 online');
  store.dispose();
});
