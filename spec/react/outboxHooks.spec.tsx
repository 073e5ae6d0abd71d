import { act } from '@testing-library/react';
import { createStore, Endpoint, type Store } from 'streambed';
import { offline, outboxOf } from 'streambed/offline';
import { virtualStorage } from 'streambed/testing';
import { useFailedMutations, useIsOnline, usePendingMutations } from 'streambed/react';
import { ManualClock } from '../support/ManualClock.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { renderAsync } from './support/renderAsync.tsx';

quietConsole();

/** A store with an outbox whose server fails with what the spec says. */
function queueing() {
  const server: { failure: Error } = { failure: new TypeError('Failed to fetch') };
  const named = (name: string) =>
    new Endpoint((_args: { at: number }) => Promise.reject(server.failure), {
      name,
      sideEffect: true,
    });
  const [add, log] = [named('add'), named('log')];
  const store = createStore({
    scheduler: new ManualClock(),
    plugins: [offline({ name: 'spec', mutations: [add, log], storage: virtualStorage() })],
  });
  const send = (endpoint: typeof add): Promise<void> =>
    act(async () => {
      store.fetch(endpoint, { at: 1 }).catch(() => undefined);
      await outboxOf(store).flush();
    });
  return { add, log, send, server, store };
}

describe.each(modes)('the hooks of an outbox %s', (_, strict) => {
  function Outbox() {
    const pending = usePendingMutations();
    const logs = usePendingMutations(({ name }) => name === 'log');
    const failed = useFailedMutations();
    const isOnline = useIsOnline();
    return (
      <b>
        {pending.length} {logs.length} {failed.length} {isOnline ? 'online' : 'offline'}
      </b>
    );
  }
  const show = (store: Store) => renderAsync(<Outbox />, { store, strict });

  it('show what waits, what has failed, and whether the server is reached', async () => {
    const { add, log, send, server, store } = queueing();
    const { text, unmount } = await show(store);
    expect(text()).toBe('0 0 0 online');
    await send(add);
    expect(text()).toBe('1 0 0 offline');
    await send(log);
    expect(text()).toBe('2 1 0 offline');
    server.failure = Object.assign(new Error('refused'), { status: 422 });
    await act(() => outboxOf(store).flush());
    expect(text()).toBe('0 0 2 online');
    await unmount();
    store.dispose();
  });
});
