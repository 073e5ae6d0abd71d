import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Store } from 'streambed';
import { StoreProvider } from 'streambed/react';
import { visibleText } from './visibleText.ts';

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

/** Renders as an application does: outside of `act`, with React's own schedule. */
export function renderLive(
  ui: ReactNode,
  { store, strict }: { readonly store: Store; readonly strict: boolean },
) {
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const provided = <StoreProvider store={store}>{ui}</StoreProvider>;
  root.render(strict ? <StrictMode>{provided}</StrictMode> : provided);
  return {
    container,
    text: (): string => visibleText(container),
    /** Unmounts, and lets React finish its work. */
    end: async (): Promise<void> => {
      root.unmount();
      store.dispose();
      await new Promise((next) => setImmediate(next));
      container.remove();
      environment.IS_REACT_ACT_ENVIRONMENT = true;
    },
  };
}
