import type { ReactNode } from 'react';
import * as ReactDOM from 'react-dom';

/** Stands in for a root of later versions of React. */
interface LegacyDOM {
  readonly render: (ui: ReactNode, container: Element) => void;
  readonly hydrate: (ui: ReactNode, container: Element) => void;
  readonly unmountComponentAtNode: (container: Element) => void;
}

const { render, hydrate, unmountComponentAtNode } = ReactDOM as unknown as LegacyDOM;

/** Stands for `react-dom/client` of later versions. */
export function createRoot(container: Element) {
  return {
    render: (ui: ReactNode): void => render(ui, container),
    unmount: (): void => unmountComponentAtNode(container),
  };
}

export function hydrateRoot(container: Element, ui: ReactNode) {
  hydrate(ui, container);
  return { unmount: (): void => unmountComponentAtNode(container) };
}
