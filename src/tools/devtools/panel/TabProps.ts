import type { DevtoolsSession } from '../session/DevtoolsSession.ts';

/** Props of a tab's component. It is mounted while the panel is open and shows the tab. */
export interface TabProps {
  readonly session: DevtoolsSession;
}
