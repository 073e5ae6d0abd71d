import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Store } from 'streambed';
import { StoreProvider } from 'streambed/react';

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

/** Renders as an application does: outside of `act`, when React thinks it is time. Needs React 18. */
export function renderLive(ui: ReactNode, store: Store) {
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  const container = document.createElement('div');
  const root = createRoot(container);
  root.render(<StoreProvider store={store}>{ui}</StoreProvider>);
  return {
    container,
    /** Lets React and everybody else have `count` turns. */
    async turns(count: number): Promise<void> {
      for (let turn = 0; turn < count; turn++) await new Promise((next) => setImmediate(next));
    },
    unmount(): void {
      root.unmount();
      environment.IS_REACT_ACT_ENVIRONMENT = true;
    },
  };
}
