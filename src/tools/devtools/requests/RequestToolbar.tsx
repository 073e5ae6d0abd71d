/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { formatCount } from '../components/format.ts';
import { SelectField } from '../components/SelectField.tsx';
import { SearchField } from '../components/Toolbar.tsx';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { RecordingSwitches } from '../timeline/RecordingSwitches.tsx';
import type { RequestFilter, RequestSort } from './requestFilter.ts';
import { moved, type TimeWindow, zoomed } from './timeWindow.ts';

const SORTS: readonly (readonly [RequestSort, string])[] = [
  ['all', 'All requests'],
  ['reads', 'Reads'],
  ['mutations', 'Mutations'],
  ['running', 'Running'],
  ['failed', 'Failed or aborted'],
  ['conflicts', 'Conflicts'],
];

/** ms */
const SPANS: readonly (readonly [string, string])[] = [
  ['Infinity', 'All the time'],
  ['2000', 'Last 2 s'],
  ['10000', 'Last 10 s'],
  ['60000', 'Last minute'],
  ['600000', 'Last 10 min'],
];

/** The filter of the requests, and the part of the time that is shown. */
export function RequestToolbar({
  filter,
  onFilter,
  counts: [shown, all],
  span,
  window,
  whole,
  onSpan,
  session,
}: {
  readonly filter: RequestFilter;
  readonly onFilter: (filter: RequestFilter) => void;
  readonly counts: readonly [shown: number, all: number];
  /** ms, or a window that the user chose. */
  readonly span: number | TimeWindow;
  readonly window: TimeWindow;
  readonly whole: TimeWindow;
  readonly onSpan: (span: number | TimeWindow) => void;
  readonly session: DevtoolsSession;
}): VNode {
  const isChosen = typeof span !== 'number';
  const show = (next: TimeWindow): void => onSpan(next === whole ? Infinity : next);
  return (
    <div class="toolbar">
      <SearchField
        label="Filter the requests"
        value={filter.text}
        onInput={(text) => onFilter({ ...filter, text })}
      />
      <SelectField
        label="Sort of request"
        value={filter.sort}
        options={SORTS}
        // The cast holds: the options are the sorts.
        onChange={(sort) => onFilter({ ...filter, sort: sort as RequestSort })}
      />
      <span class="dim number" role="status">
        {shown === all ? formatCount(all) : `${formatCount(shown)} of ${formatCount(all)}`}
      </span>
      <span class="spring" />
      <span class="together" role="group" aria-label="Time">
        <SelectField
          label="Shown time"
          value={isChosen ? 'chosen' : String(span)}
          options={isChosen ? [...SPANS, ['chosen', 'Chosen time']] : SPANS}
          onChange={(value) => onSpan(Number(value))}
        />
        <button
          type="button"
          class="button"
          aria-label="Earlier"
          title="Earlier"
          disabled={window.from <= whole.from}
          onClick={() => show(moved(window, -0.5, whole))}
        >
          ←
        </button>
        <button
          type="button"
          class="button"
          aria-label="Later"
          title="Later"
          disabled={window.to >= whole.to}
          onClick={() => show(moved(window, 0.5, whole))}
        >
          →
        </button>
        <button
          type="button"
          class="button"
          aria-label="Zoom out"
          title="Zoom out"
          disabled={window.from <= whole.from && window.to >= whole.to}
          onClick={() => show(zoomed(window, 2, whole))}
        >
          −
        </button>
        <button
          type="button"
          class="button"
          aria-label="Zoom in"
          title="Zoom in"
          onClick={() => show(zoomed(window, 0.5, whole))}
        >
          +
        </button>
      </span>
      <RecordingSwitches session={session} />
    </div>
  );
}
