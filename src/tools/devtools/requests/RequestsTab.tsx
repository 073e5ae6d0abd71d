/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RequestRecord } from '../../inspect/Recording.ts';
import { Split } from '../components/Split.tsx';
import { useIsNarrow } from '../components/useIsNarrow.ts';
import { VirtualGrid } from '../components/VirtualGrid.tsx';
import type { TabProps } from '../panel/TabProps.ts';
import { useKept } from '../panel/useKept.ts';
import { useLive } from '../panel/useLive.ts';
import { useValue } from '../panel/useValue.ts';
import { Redactor } from '../redact.ts';
import { Axis } from './Axis.tsx';
import { conflictsOf } from './conflicts.ts';
import { Overview } from './Overview.tsx';
import { REQUEST_LAYOUTS, RequestCells } from './RequestCells.tsx';
import { RequestDetails } from './RequestDetails.tsx';
import { filterRequests, NO_REQUEST_FILTER } from './requestFilter.ts';
import { RequestToolbar } from './RequestToolbar.tsx';
import { spanned, type TimeWindow } from './timeWindow.ts';
import { isAnyRunning, isInWindow, wholeWindow } from './waterfall.ts';

/** How often bars grow that are running, ms. */
const TICK = 200;

/** Requests over time: how long they took, why they were sent, and which of them overlapped. */
export function RequestsTab({ session }: TabProps): VNode {
  useLive(session);
  const route = useValue(session.route$);
  const { inspector, recording } = session;
  const { requests } = recording;
  const redactor = useMemo(() => new Redactor(session.redact), [session]);
  const [filter, setFilter] = useKept(session, 'requests filter', NO_REQUEST_FILTER);
  /** ms: the last part of the whole; or a window that the user chose. */
  const [span, setSpan] = useState<number | TimeWindow>(Infinity);
  const [follows, setFollows] = useState(true);
  const frame = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(frame, 560);
  const layout = REQUEST_LAYOUTS[isNarrow ? 'narrow' : 'wide'];

  // Nothing grows while the time stands still.
  useTicks(isAnyRunning(requests) && !inspector.shown$.getValue());
  const now = inspector.now();
  const conflicts = useMemo(() => conflictsOf(requests), [requests]);
  const whole = wholeWindow(requests, now);
  const time = typeof span === 'number' ? spanned(span, whole) : span;
  const filtered = filterRequests(requests, filter, redactor);
  const visible = filtered.filter((request) => isInWindow(request, time, now));
  const selected = visible.findIndex(({ id }) => id === route.request);
  const shown = requests.find(({ id }) => id === route.request);
  const related = new Set(shown?.overlaps);
  const select = (request: RequestRecord | undefined): void => {
    session.replace({ tab: 'requests', ...(request && { request: request.id }) });
  };

  return (
    <div class="tab-frame">
      <RequestToolbar
        filter={filter}
        onFilter={setFilter}
        counts={[visible.length, requests.length]}
        span={span}
        window={time}
        whole={whole}
        onSpan={setSpan}
        session={session}
      />
      {requests.length > 0 && (
        <Overview
          requests={filtered}
          whole={whole}
          window={time}
          now={now}
          onWindow={(next) => setSpan(next ?? Infinity)}
        />
      )}
      <Split
        label="Request"
        details={shown && <RequestDetails session={session} request={shown} redactor={redactor} />}
        onClose={() => select(undefined)}
      >
        <div ref={frame} class="tab-frame">
          {visible.length === 0 ? (
            <p class="empty">{emptyText(requests.length, recording.isPaused)}</p>
          ) : (
            <VirtualGrid
              label="Requests"
              count={visible.length}
              rowHeight={layout.rowHeight}
              columns={layout.columns}
              head={<Axis window={time} origin={requests[0].attempts[0]} isNarrow={isNarrow} />}
              renderRow={(index) => (
                <RequestCells
                  request={visible[index]}
                  window={time}
                  now={now}
                  redactor={redactor}
                  isNarrow={isNarrow}
                  isRelated={related.has(visible[index].id)}
                  isReplacement={conflicts.replaces.has(visible[index].id)}
                />
              )}
              selected={selected}
              onSelect={(index) => {
                if (index < visible.length - 1) setFollows(false);
                select(visible[index]);
              }}
              follows={follows}
              onFollow={setFollows}
            />
          )}
        </div>
      </Split>
    </div>
  );
}

/** Re-renders the component while something is running. */
function useTicks(isRunning: boolean): void {
  const [, setCount] = useState(0);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setCount((count) => count + 1), TICK);
    return () => clearInterval(timer);
  }, [isRunning]);
}

function emptyText(count: number, isPaused: boolean): string {
  if (count > 0) return 'No request matches the filter and the time.';
  if (isPaused) return 'The recording is paused.';
  return 'No request was recorded yet. Requests appear here when they are sent.';
}
