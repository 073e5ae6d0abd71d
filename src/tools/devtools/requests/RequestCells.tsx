/** @jsxImportSource preact */
import type { VNode } from 'preact';
import type { RequestRecord } from '../../inspect/Recording.ts';
import { callText } from '../actionText.ts';
import { formatDuration } from '../components/format.ts';
import type { Redactor } from '../redact.ts';
import { OutcomeBadge } from './OutcomeBadge.tsx';
import { positionOf, type TimeWindow } from './timeWindow.ts';
import { type Bar, BAR_SIGNS, BAR_TEXTS, barsOf, durationOf, stateOf } from './waterfall.ts';

/** The columns of a list with room, and of one without. */
export const REQUEST_LAYOUTS = {
  wide: { columns: 'request-columns', rowHeight: 26 },
  narrow: { columns: 'request-columns narrow', rowHeight: 46 },
} as const;

/** The cells of one request: its call, its outcome, its duration and its bar. */
export function RequestCells({
  request,
  window,
  now,
  redactor,
  isNarrow,
  isRelated,
  isReplacement,
}: {
  readonly request: RequestRecord;
  readonly window: TimeWindow;
  /** ms since epoch */
  readonly now: number;
  readonly redactor: Redactor;
  readonly isNarrow: boolean;
  /** Whether it overlaps the selected request. */
  readonly isRelated: boolean;
  /** Whether it was sent in place of one that overlapped a mutation. */
  readonly isReplacement: boolean;
}): VNode {
  const name = (
    <>
      {isRelated && (
        <span class="overlap" title="Overlaps the selected request">
          <span aria-hidden="true">⧉ </span>
          <span class="visually-hidden">overlaps the selected request, </span>
        </span>
      )}
      {isReplacement && (
        <span class="overlap" title={request.reason.text}>
          <span aria-hidden="true">⟲ </span>
          <span class="visually-hidden">fetched again, </span>
        </span>
      )}
      <span class="mono" title={request.reason.text}>
        {callText(request, redactor)}
      </span>
      {request.isMutation && (
        <>
          {' '}
          <span class="tag">mutation</span>
        </>
      )}
    </>
  );
  const outcome = <OutcomeBadge outcome={stateOf(request)} />;
  const duration = formatDuration(durationOf(request, now));
  const bars = barsOf(request, now);
  const track = (
    <span class={isRelated ? 'track related' : 'track'}>
      {bars.map((bar) => (
        <BarPart key={`${bar.attempt} ${bar.state}`} bar={bar} window={window} />
      ))}
    </span>
  );
  if (isNarrow) {
    return (
      <span role="gridcell" class="two-lines">
        <span class="line">
          {name} {outcome} <span class="dim">{duration}</span>
        </span>
        {track}
      </span>
    );
  }
  return (
    <>
      <span role="gridcell">{name}</span>
      <span role="gridcell">{outcome}</span>
      <span role="gridcell" class="number">
        {duration}
      </span>
      <span role="gridcell">{track}</span>
    </>
  );
}

function BarPart({
  bar,
  window,
}: {
  readonly bar: Bar;
  readonly window: TimeWindow;
}): VNode | null {
  const { from, isRunning, state, to } = bar;
  const start = Math.max(0, positionOf(from, window));
  const end = Math.min(1, positionOf(to, window));
  if (start > 1 || end < 0) return null;
  const text = `${BAR_TEXTS[state]}, ${formatDuration(to - from)}${isRunning ? ' until now' : ''}`;
  return (
    <span
      class={`part ${state}`}
      title={text}
      style={{ left: `${start * 100}%`, width: `${Math.max(0, end - start) * 100}%` }}
    >
      <span aria-hidden="true">{BAR_SIGNS[state]}</span>
    </span>
  );
}
