/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { DevtoolsSettings } from '../DevtoolsElement.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { Opener } from './Opener.tsx';
import { Panel } from './Panel.tsx';
import { useKeptRoute, usePreferences } from './usePreferences.ts';
import { useValue } from './useValue.ts';

/** The button in the corner, or the panel that it opens. */
export function Shell({
  session,
  settings,
}: {
  readonly session: DevtoolsSession;
  readonly settings: DevtoolsSettings;
}): VNode | null {
  const layout = usePreferences(session, settings);
  useKeptRoute(session);
  const isOpen = useValue(session.isOpen$);
  const isEnded = useValue(session.isEnded$);
  /** Whether the user moves between button and panel: then the focus moves, too. */
  const [takesFocus, setTakesFocus] = useState(false);
  const setOpen = (next: boolean): void => {
    setTakesFocus(true);
    session.isOpen$.next(next);
  };
  if (isEnded) return null;
  return (
    <div class="root" data-theme={settings.theme ?? 'auto'}>
      {isOpen ? (
        <Panel
          session={session}
          layout={layout}
          takesFocus={takesFocus}
          onClose={() => setOpen(false)}
        />
      ) : (
        <Opener session={session} takesFocus={takesFocus} onOpen={() => setOpen(true)} />
      )}
    </div>
  );
}
