import { useState, type ReactElement } from 'react';
import { outboxOf, type PendingMutation } from 'streambed/offline';
import { useStore } from 'streambed/react';
import { useNow } from '../expiry/useNow.ts';
import { RenameForm } from '../users/RenameForm.tsx';
import { type Change, changeOf, changeText, reasonOf } from './changeOf.ts';
import { useSend } from './useSend.ts';

/** Colours of badges. */
const colors = { waiting: '', sending: 'valid', paused: 'stale', failed: 'failed' } as const;

/** A change in the outbox: why it is there, and what can be done about it. */
export function OutboxEntry(props: {
  mutation: PendingMutation;
  pending: readonly PendingMutation[];
}): ReactElement {
  const { mutation, pending } = props;
  const { id, status, waitsFor } = mutation;
  const outbox = outboxOf(useStore());
  const send = useSend();
  const now = useNow(1_000);
  const [isFixing, setFixing] = useState(false);
  const change = changeOf(mutation);
  const { title } = change;
  const text = changeText(change);
  const isNext = status === 'waiting' && waitsFor.length === 0;

  /** Sends another mutation in place of a refused one. */
  function fix(next: string): void {
    setFixing(false);
    outbox.discard(id);
    sendAgain(send, { ...change, title: next });
  }

  return (
    <li>
      <div className="notebook-change">
        <span className="list-title">{text}</span>
        <span className={`badge ${colors[status]}`}>{status}</span>
      </div>
      <p className={status === 'failed' ? 'note failure' : 'note'}>
        {reasonOf(mutation, pending, now)}
      </p>
      {isFixing && title !== undefined ? (
        <RenameForm name={title} onRename={fix} onCancel={() => setFixing(false)} />
      ) : (
        <div className="buttons">
          {status === 'failed' && title !== undefined && (
            <button
              type="button"
              className="button"
              aria-label={`Correct: ${text}`}
              onClick={() => setFixing(true)}
            >
              Correct
            </button>
          )}
          {(status === 'failed' || isNext) && (
            <button
              type="button"
              className="button quiet"
              aria-label={`Retry: ${text}`}
              onClick={() => outbox.retry(id)}
            >
              Retry
            </button>
          )}
          <button
            type="button"
            className="button quiet danger"
            aria-label={`Discard: ${text}`}
            onClick={() => outbox.discard(id)}
          >
            Discard
          </button>
        </div>
      )}
    </li>
  );
}

function sendAgain(
  { create, rename }: ReturnType<typeof useSend>,
  { id, title = '', at = 0 }: Change,
): void {
  if (id === undefined) create({ title, at });
  else rename(id, title);
}
