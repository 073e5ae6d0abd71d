import { act } from '@testing-library/react';
import { createStore, type Store } from 'streambed';
import { persist, type PersistOptions } from 'streambed/persist';
import { virtualStorage } from 'streambed/testing';
import { StoreProvider, useStorageStatus } from 'streambed/react';
import { ManualClock } from '../support/ManualClock.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { renderAsync } from './support/renderAsync.tsx';

quietConsole();

/** A store with `persist`, whose storage opens after 10 ms. */
function storing(options: Partial<PersistOptions> = {}) {
  const clock = new ManualClock();
  const storage = virtualStorage();
  storage.delay(10);
  const reported: unknown[] = [];
  const store = createStore({
    scheduler: clock,
    onError: (error) => reported.push(error),
    plugins: [persist({ name: 'spec', storage, ...options })],
  });
  // Opening is several operations.
  const open = async (): Promise<void> => {
    for (let operation = 0; operation < 5; operation++) await act(async () => clock.advance(10));
  };
  return { clock, open, reported, storage, store };
}

describe.each(modes)('useStorageStatus %s', (_, strict) => {
  const renders: unknown[] = [];
  beforeEach(() => void renders.splice(0));

  function Status() {
    const status = useStorageStatus();
    renders.push(status);
    return <b>{status}</b>;
  }
  const show = (store: Store) => renderAsync(<Status />, { store, strict });

  it('renders once per status', async () => {
    const { open, store } = storing();
    const { text, unmount } = await show(store);
    expect(text()).toBe('opening');
    await open();
    expect(text()).toBe('storage');
    expect(renders.slice(strict ? 2 : 1)).toEqual(strict ? ['storage', 'storage'] : ['storage']);
    await unmount();
    store.dispose();
  });

  it('shows that the storage has failed', async () => {
    const { clock, reported, storage, store } = storing();
    storage.fail('blocked');
    const { text, unmount } = await show(store);
    await act(async () => clock.advance(3_000));
    expect(text()).toBe('memory');
    expect(reported).toMatchObject([{ code: 'SB_STORAGE_UNAVAILABLE' }]);
    await unmount();
    store.dispose();
  });

  it('shows that a later version of the program has taken over', async () => {
    const { clock, open, storage, store } = storing({ version: 2 });
    await open();
    const options = { name: 'spec', storage, version: 1 };
    const older = createStore({ scheduler: clock, plugins: [persist(options)] });
    const { text, unmount } = await show(older);
    await open();
    expect(text()).toBe('outdated');
    await unmount();
    older.dispose();
    store.dispose();
  });

  it('shows memory where there is no storage', async () => {
    const { store } = storing({ storage: undefined });
    const { text, unmount } = await show(store);
    expect(text()).toBe('memory');
    await unmount();
    store.dispose();
  });

  it('follows the store of the provider', async () => {
    const [stored, unstored] = [storing(), storing({ storage: undefined })];
    await stored.open();
    const { rerender, text, unmount } = await show(stored.store);
    expect(text()).toBe('storage');
    await rerender(
      <StoreProvider store={unstored.store}>
        <Status />
      </StoreProvider>,
    );
    expect(text()).toBe('memory');
    await unmount();
    stored.store.dispose();
    unstored.store.dispose();
  });
});
