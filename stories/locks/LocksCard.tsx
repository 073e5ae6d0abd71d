import type { ReactElement } from 'react';
import { useObservable, useSuspense } from 'streambed/react';
import { usePlugin } from '../live/usePlugin.ts';
import { apiUrl } from '../ui/apiUrl.ts';
import { Card } from '../ui/Card.tsx';
import { ConnectionBadge } from '../live/ConnectionBadge.tsx';
import { followLocks, getLocks, lockEvents } from './locks.ts';

/** All locks: fetched once, then kept up to date by events. */
export function LocksCard(): ReactElement {
  const locks = useSuspense(getLocks);
  const state = useObservable(lockEvents.connection$, 'idle');
  usePlugin(followLocks);

  async function cut(): Promise<void> {
    await fetch(`${apiUrl()}/_control/stop-events`, { method: 'POST' });
  }

  return (
    <Card title="Locks" aside={<ConnectionBadge state={state} />}>
      <ul className="list" aria-label="Locks">
        {locks.map(({ id, name, waiting }) => (
          <li key={id}>
            <span className="list-text list-title">{name}</span>
            <span className="lock-boats" aria-hidden="true">
              {Array.from({ length: waiting }, (_, index) => (
                <i key={index} />
              ))}
            </span>
            <span className="lock-count">
              <data value={waiting}>{waiting}</data> waiting
            </span>
          </li>
        ))}
      </ul>
      <div className="buttons spaced">
        <button type="button" className="button" onClick={() => void cut()}>
          Cut the connection
        </button>
      </div>
    </Card>
  );
}
