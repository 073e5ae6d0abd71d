import type { ReactElement } from 'react';
import { useLive } from 'streambed/react';
import { Card } from '../ui/Card.tsx';
import { watchBoats } from './locks.ts';

/** The latest events with their numbers. */
export function BoatLog(): ReactElement {
  const events = useLive(watchBoats);
  return (
    <Card title="Log" aside="no number is missing">
      {events.length === 0 && <p className="empty">Waiting for a boat.</p>}
      <ol className="list boat-log" aria-label="Log">
        {events.map(({ id, boat, does, lock }) => (
          <li key={id}>
            <span className="tag">{id}</span>
            <span className="list-text">
              {boat} {does}
            </span>
            <span className="note">{lock.name}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
