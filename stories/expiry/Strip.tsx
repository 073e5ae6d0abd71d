import type { ReactElement } from 'react';
import type { Moment } from './Moment.ts';
import { useNow } from './useNow.ts';

const SPAN = 30_000;

/**
 * The last 30 seconds as a band: its colour is the status, or red for an error; the line below it
 * is a request in flight.
 */
export function Strip({ moments }: { moments: readonly Moment<unknown>[] }): ReactElement {
  const now = useNow(100);
  const start = now - SPAN;
  return (
    <div aria-hidden="true">
      <svg className="strip" viewBox={`0 0 ${SPAN} 44`} preserveAspectRatio="none">
        {moments.map(({ id, at, state }, index) => {
          const end = moments[index + 1]?.at ?? Math.max(now, at);
          if (!state || end < start) return null;
          const x = Math.max(0, at - start);
          const width = Math.max(0, end - start - x);
          return (
            <g key={id}>
              <rect
                className={state.error ? 'failed' : state.status}
                x={x}
                y="0"
                width={width}
                height="34"
              />
              {state.fetching && (
                <rect className="fetching" x={x} y="37" width={width} height="7" />
              )}
            </g>
          );
        })}
      </svg>
      <div className="strip-scale">
        <span>30 s ago</span>
        <span>20 s</span>
        <span>10 s</span>
        <span>now</span>
      </div>
    </div>
  );
}
