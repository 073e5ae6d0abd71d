/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { asError } from '../../../shared/asError.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { downloadSession, openSession } from '../session/files.ts';
import { ExportIcon, ImportIcon } from './icons.tsx';

/** Saves the session that is shown as a file, and shows the session of a file. */
export function SessionFileButtons({
  session,
  shown,
  onProblem,
}: {
  readonly session: DevtoolsSession;
  /** The session itself, or that of a file. */
  readonly shown: DevtoolsSession;
  /** Called with a message, or with `undefined` after a success. */
  readonly onProblem: (message: string | undefined) => void;
}): VNode {
  const field = useRef<HTMLInputElement>(null);
  const tryTo = async (work: () => Promise<void> | void): Promise<void> => {
    try {
      await work();
      onProblem(undefined);
    } catch (error) {
      onProblem(asError(error).message);
    }
  };
  const open = async (input: HTMLInputElement): Promise<void> => {
    const file = input.files?.[0];
    if (file) await tryTo(() => openSession(session, file));
    // The same file can be chosen again.
    input.value = '';
  };
  return (
    <>
      <button
        type="button"
        class="icon"
        aria-label="Export the session"
        title="Export the session as a file"
        onClick={() => void tryTo(() => downloadSession(shown))}
      >
        <ExportIcon />
      </button>
      <button
        type="button"
        class="icon"
        aria-label="Import a session"
        title="Show the session of a file"
        onClick={() => field.current?.click()}
      >
        <ImportIcon />
      </button>
      <input
        ref={field}
        type="file"
        accept="application/json,.json"
        aria-label="File of a session"
        hidden
        onChange={({ currentTarget }) => void open(currentTarget)}
      />
    </>
  );
}
