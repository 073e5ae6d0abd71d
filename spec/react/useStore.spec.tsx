import type { ReactNode } from 'react';
import type { Store } from 'streambed';
import { ErrorBoundary, StoreProvider, useStore } from 'streambed/react';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

describe.each(modes)('useStore %s', (_, strict) => {
  it('returns the store of the nearest provider', async () => {
    const [outer, inner] = [testStore().store, testStore().store];
    const seen: Store[] = [];
    function Look(): ReactNode {
      seen.push(useStore());
      return null;
    }
    await renderAsync(
      <StoreProvider store={inner}>
        <Look />
      </StoreProvider>,
      { store: outer, strict },
    );
    expect(new Set(seen)).toEqual(new Set([inner]));
  });

  it('throws SB_NO_PROVIDER without a provider', async () => {
    function Look(): ReactNode {
      useStore();
      return null;
    }
    const { getByRole } = await renderAsync(
      <ErrorBoundary>
        <Look />
      </ErrorBoundary>,
      { strict },
    );
    expect(getByRole('alert').textContent).toContain('SB_NO_PROVIDER');
  });

  it('does not render when the data of the store changes', async () => {
    const { store } = testStore();
    let renders = 0;
    function Look(): ReactNode {
      useStore();
      renders++;
      return null;
    }
    await renderAsync(<Look />, { store, strict });
    const before = renders;
    store.set(User, { id: '1', name: 'Ann' });
    await store.reset();
    expect(renders).toBe(before);
  });

  it('returns the new store when the provider changes', async () => {
    const [one, two] = [testStore().store, testStore().store];
    one.set(User, { id: '1', name: 'Ann' });
    two.set(User, { id: '1', name: 'Bo' });
    function Look(): ReactNode {
      return useStore().get(User, { id: '1' })?.name;
    }
    const shown = (store: Store): ReactNode => (
      <StoreProvider store={store}>
        <Look />
      </StoreProvider>
    );
    const { text, rerender } = await renderAsync(shown(one), { strict });
    expect(text()).toBe('Ann');
    await rerender(shown(two));
    expect(text()).toBe('Bo');
  });
});

describe('StoreProvider', () => {
  it('does not dispose its store when it unmounts', async () => {
    const { store } = testStore();
    const { unmount } = await renderAsync('hello', { store });
    await unmount();
    store.set(User, { id: '1', name: 'Ann' });
    expect(store.stats().entities).toBe(1);
  });
});
