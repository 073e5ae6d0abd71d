/** @jsxImportSource preact */
import { render } from 'preact';
import type { DevtoolsSettings } from '../DevtoolsElement.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { addStyles } from '../styles/styles.ts';
import { Shell } from './Shell.tsx';

/** A panel on a page. */
export interface MountedPanel {
  update(settings: DevtoolsSettings): void;
  unmount(): void;
}

/** Renders the panel of a session into a shadow root. */
export function mountPanel(
  root: ShadowRoot,
  session: DevtoolsSession,
  settings: DevtoolsSettings,
): MountedPanel {
  addStyles(root, settings.nonce);
  const container = document.createElement('div');
  root.append(container);
  const update = (next: DevtoolsSettings): void => {
    render(<Shell session={session} settings={next} />, container);
  };
  update(settings);
  return {
    update,
    unmount: () => {
      render(null, container);
      container.remove();
    },
  };
}
