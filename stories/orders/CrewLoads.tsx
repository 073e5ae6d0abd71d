import type { ReactElement } from 'react';
import { useStream } from 'streambed/react';
import type { OrderViews } from './OrderViews.ts';

/** Open orders and their hours, per crew and in total. */
export function CrewLoads({ views }: { views: OrderViews }): ReactElement {
  const loads = useStream(views.loads$);
  const most = Math.max(1, ...loads.map(({ hours }) => hours));
  const sum = loads.reduce((hours, load) => hours + load.hours, 0);
  return (
    <ul className="loads" aria-label="Load of the crews">
      {loads.map(({ crew, open, hours }) => (
        <li key={crew}>
          <span className="load-crew">{crew}</span>
          <span className="load-bar" aria-hidden="true">
            <i style={{ transform: `scaleX(${hours / most})` }} />
          </span>
          <span className="load-open">{open.toLocaleString('en')} open</span>
          <span className="load-hours">{hours.toLocaleString('en')} h</span>
        </li>
      ))}
      <li className="load-sum">
        <span className="load-crew">All</span>
        <span className="load-bar" />
        <span className="load-open" />
        <span className="load-hours">{sum.toLocaleString('en')} h</span>
      </li>
    </ul>
  );
}
