/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { Chip } from '../components/Toolbar.tsx';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';

/** Pauses and clears the recording. That of a file does not change. */
export function RecordingSwitches({
  session,
}: {
  readonly session: DevtoolsSession;
}): VNode | null {
  const { isImported, recording } = session;
  if (isImported) return null;
  const { isPaused } = recording;
  return (
    <>
      <Chip isOn={isPaused} onChange={(isOn) => (isOn ? recording.pause() : recording.resume())}>
        {isPaused ? 'Paused' : 'Pause'}
      </Chip>
      <button type="button" class="button" onClick={() => recording.clear()}>
        Clear
      </button>
    </>
  );
}
