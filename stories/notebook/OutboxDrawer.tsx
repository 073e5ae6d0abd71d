import type { ReactElement } from 'react';
import { outboxOf } from 'streambed/offline';
import { useFailedMutations, useIsOnline, usePendingMutations, useStore } from 'streambed/react';
import { Card } from '../ui/Card.tsx';
import { OutboxEntry } from './OutboxEntry.tsx';

/** What the server does not have yet, and what it has refused. */
export function OutboxDrawer(): ReactElement {
  const outbox = outboxOf(useStore());
  const pending = usePendingMutations();
  const failed = useFailedMutations();
  const isOnline = useIsOnline();
  const isPaused = pending.some(({ status }) => status === 'paused');
  return (
    <Card
      title="Outbox"
      aside={
        <span className={isOnline ? 'badge valid' : 'badge stale'} aria-live="polite">
          {isOnline ? 'online' : 'offline'}
        </span>
      }
    >
      <div className="buttons notebook-commands">
        <button
          type="button"
          className="button"
          disabled={pending.length === 0}
          onClick={() => (isPaused ? outbox.resume() : outbox.pause())}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </button>
        <button
          type="button"
          className="button"
          disabled={pending.length === 0 || isPaused}
          onClick={() => void outbox.flush()}
        >
          Try all now
        </button>
      </div>
      {pending.length + failed.length === 0 && <p className="empty">The server has all changes.</p>}
      {failed.length > 0 && (
        <ul className="notebook-outbox" aria-label="Failed changes">
          {failed.map((mutation) => (
            <OutboxEntry key={mutation.id} mutation={mutation} pending={pending} />
          ))}
        </ul>
      )}
      {pending.length > 0 && (
        <ol className="notebook-outbox" aria-label="Pending changes">
          {pending.map((mutation) => (
            <OutboxEntry key={mutation.id} mutation={mutation} pending={pending} />
          ))}
        </ol>
      )}
    </Card>
  );
}
