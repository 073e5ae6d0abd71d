/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { countOf } from '../components/format.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';

/** Says that the panel shows the session of a file, or that a file could not be read. */
export function ImportedBanner({
  session,
  imported,
  problem,
  onDismiss,
}: {
  readonly session: DevtoolsSession;
  readonly imported: DevtoolsSession | undefined;
  /** Why a file could not be read or written. */
  readonly problem: string | undefined;
  readonly onDismiss: () => void;
}): VNode {
  return (
    <div role="status">
      {problem !== undefined && (
        <div class="banner failed">
          <span>{problem}</span>
          <button type="button" class="button" onClick={onDismiss}>
            Dismiss
          </button>
        </div>
      )}
      {imported && (
        <div class="banner">
          <span>
            This session is from a file: {countOf(imported.recording.commits.length, 'commit')},{' '}
            {countOf(imported.recording.requests.length, 'request')}.
          </span>
          <button type="button" class="button" onClick={session.leaveImported}>
            Close the file
          </button>
        </div>
      )}
    </div>
  );
}
