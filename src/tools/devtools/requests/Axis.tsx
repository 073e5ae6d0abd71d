/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { formatDuration } from '../components/format.ts';
import { positionOf, ticksOf, type TimeWindow } from './timeWindow.ts';

/** The head of the list: names of the columns, and ticks of the time since the first request. */
export function Axis({
  window,
  origin,
  isNarrow,
}: {
  readonly window: TimeWindow;
  /** ms since epoch */
  readonly origin: number;
  readonly isNarrow: boolean;
}): VNode {
  const ticks = ticksOf(window, origin, isNarrow ? 4 : 8);
  return (
    <>
      {isNarrow ? null : (
        <>
          <span role="columnheader">Request</span>
          <span role="columnheader">Outcome</span>
          <span role="columnheader" class="number">
            Time
          </span>
        </>
      )}
      <span role="columnheader" class="axis">
        <span class="visually-hidden">Waterfall</span>
        {ticks.map(({ at, offset }) => (
          <span
            key={offset}
            class="tick"
            aria-hidden="true"
            style={{ left: `${positionOf(at, window) * 100}%` }}
          >
            {formatDuration(offset)}
          </span>
        ))}
      </span>
    </>
  );
}
