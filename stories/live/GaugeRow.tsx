import type { ReactElement } from 'react';
import { useSubscription } from 'streambed/react';
import { Ago } from './Ago.tsx';
import { followGauge } from './followGauge.ts';
import type { Gauge } from './Gauge.ts';

/** The height of the staff, cm. */
const TOP = 400;

/**
 * A gauge with its level as a number and as water on a staff. `isFollowed`: the row subscribes to
 * readings.
 */
export function GaugeRow({
  gauge,
  isFollowed,
}: {
  gauge: Gauge;
  isFollowed: boolean;
}): ReactElement {
  useSubscription(followGauge, isFollowed ? gauge.id : null);
  const { name, level, change, at } = gauge;
  return (
    <li className="gauge">
      <span className="list-title">{name}</span>
      <span className="gauge-staff" aria-hidden="true">
        <i style={{ width: `${(level / TOP) * 100}%` }} />
      </span>
      <span className="gauge-level">
        <data value={level}>{level}</data> cm
      </span>
      <span className={`gauge-change ${directionOf(change)}`}>
        {change === 0 ? '±0' : `${change > 0 ? '+' : '−'}${Math.abs(change)}`}
      </span>
      <Ago at={at} />
    </li>
  );
}

function directionOf(change: number): string {
  if (change === 0) return 'still';
  return change > 0 ? 'rising' : 'falling';
}
