/** @jsxImportSource preact */
import { render } from 'preact';
import type { DevtoolsSettings } from '../DevtoolsElement.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
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
  const update = (next: DevtoolsSettings): void => {
    render(<Shell session={session} settings={next} />, root);
  };
  update(settings);
  return { update, unmount: () => render(null, root) };
}
