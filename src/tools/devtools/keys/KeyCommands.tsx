/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useStateOf } from '../panel/useStateOf.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';

interface KeyCommandsProps {
  readonly session: DevtoolsSession;
  readonly endpointKey: string;
}

/** Buttons that change one key. An earlier state that is shown has none: it does not change. */
export function KeyCommands({ session, endpointKey }: KeyCommandsProps): VNode {
  const { inspector } = session;
  const isEarlier = useStateOf(inspector.shown$) !== undefined;
  const [isFailing, setFailing] = useState(false);
  const commands = [
    // A failure is a state of the key: the panel shows it.
    ['Refetch', () => void inspector.refetch(endpointKey).catch(() => {})],
    ['Expire', () => inspector.expire(endpointKey)],
    ['Invalidate', () => inspector.invalidate(endpointKey)],
    ['Remove', () => inspector.remove(endpointKey)],
  ] as const;
  return (
    <>
      <div class="actions">
        {commands.map(([title, run]) => (
          <button key={title} type="button" class="button" disabled={isEarlier} onClick={run}>
            {title}
          </button>
        ))}
        <button
          type="button"
          class="button danger"
          disabled={isEarlier}
          aria-expanded={isFailing}
          onClick={() => setFailing(!isFailing)}
        >
          Fail…
        </button>
      </div>
      {isFailing && !isEarlier && (
        <FailForm
          onFail={(message) => {
            inspector.fail(endpointKey, new Error(message));
            setFailing(false);
          }}
          onCancel={() => setFailing(false)}
        />
      )}
    </>
  );
}

function FailForm({
  onFail,
  onCancel,
}: {
  readonly onFail: (message: string) => void;
  readonly onCancel: () => void;
}): VNode {
  const [message, setMessage] = useState('Failed by devtools');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <form
      class="actions"
      onSubmit={(event) => {
        event.preventDefault();
        // The field may be ahead of the last render.
        onFail(field.current?.value ?? message);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
    >
      <input
        ref={field}
        class="field search"
        aria-label="Message of the error"
        value={message}
        onInput={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      <button type="submit" class="button danger">
        Fail
      </button>
      <button type="button" class="button" onClick={onCancel}>
        Cancel
      </button>
    </form>
  );
}
