import { act } from '@testing-library/react';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { createStore, type Store } from 'streambed';
import { persist } from 'streambed/persist';
import { virtualStorage } from 'streambed/testing';
import { StoreProvider, useStorageStatus } from 'streambed/react';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';

quietConsole();

const renders: unknown[] = [];

function Status() {
  const status = useStorageStatus();
  renders.push(status);
  return <b>{status}</b>;
}

const page = (store: Store) => (
  <StoreProvider store={store}>
    <Status />
  </StoreProvider>
);

const settle = (): Promise<void> =>
  act(() => new Promise<void>((resolve) => setTimeout(resolve, 0)));

describe.each(modes)('useStorageStatus of a page that a server has rendered %s', (_, strict) => {
  it('renders opening first, on the server and in the browser, then the present status', async () => {
    // Servers have no storage.
    const server = createStore({ plugins: [persist({ name: 'spec', storage: undefined })] });
    const container = document.createElement('div');
    container.innerHTML = renderToString(page(server));
    expect(container.textContent).toBe('opening');
    server.dispose();

    const store = createStore({
      plugins: [persist({ name: 'spec', storage: virtualStorage() })],
    });
    await settle();
    renders.splice(0);
    const mismatches: unknown[] = [];
    let root!: { unmount(): void };
    await act(async () => {
      const ui = page(store);
      root = hydrateRoot(container, strict ? <StrictMode>{ui}</StrictMode> : ui, {
        onRecoverableError: (error) => mismatches.push(error),
      });
    });
    expect(renders[0]).toBe('opening');
    expect(container.textContent).toBe('storage');
    expect(mismatches).toEqual([]);
    await act(async () => root.unmount());
    store.dispose();
  });
});
