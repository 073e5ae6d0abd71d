import { useEffect, useState, type ReactElement } from 'react';
import { useObservable, useStore, useSuspense } from 'streambed/react';
import { apiUrl } from '../ui/apiUrl.ts';
import { Card } from '../ui/Card.tsx';
import { ConnectionBadge } from './ConnectionBadge.tsx';
import { GaugeRow } from './GaugeRow.tsx';
import { gaugeSource } from './gaugeSource.ts';
import { getGauges } from './getGauges.ts';

/**
 * All gauges: fetched once, then updated over one socket. They are fetched again after a reconnect,
 * because readings may have been missed.
 */
export function GaugesCard(): ReactElement {
  const store = useStore();
  const gauges = useSuspense(getGauges);
  const connection = useObservable(gaugeSource.connection$, 'idle');
  const [isFollowing, setFollowing] = useState(true);

  useEffect(() => {
    const subscription = gaugeSource.reconnected$.subscribe(() => store.expireAll(getGauges));
    return () => subscription.unsubscribe();
  }, [store]);

  const cut = async (): Promise<void> => {
    await fetch(`${apiUrl()}/_control/drop`, { method: 'POST' });
  };

  return (
    <Card title="River gauges" aside={<ConnectionBadge state={connection} />}>
      <ul className="list" aria-label="Gauges">
        {gauges.map((gauge) => (
          <GaugeRow key={gauge.pk()} gauge={gauge} isFollowed={isFollowing} />
        ))}
      </ul>
      <div className="buttons spaced">
        <button type="button" className="button" onClick={() => setFollowing(!isFollowing)}>
          {isFollowing ? 'Pause' : 'Follow'}
        </button>
        <button type="button" className="button" disabled={!isFollowing} onClick={() => void cut()}>
          Cut the connection
        </button>
      </div>
    </Card>
  );
}
