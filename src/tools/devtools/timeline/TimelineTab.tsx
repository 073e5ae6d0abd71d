/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Split } from '../components/Split.tsx';
import { useIsNarrow } from '../components/useIsNarrow.ts';
import { VirtualGrid } from '../components/VirtualGrid.tsx';
import type { TabProps } from '../panel/TabProps.ts';
import { useKept } from '../panel/useKept.ts';
import { useLive } from '../panel/useLive.ts';
import { useValue } from '../panel/useValue.ts';
import { Redactor } from '../redact.ts';
import { RequestDetails } from '../requests/RequestDetails.tsx';
import { CommitDetails } from './CommitDetails.tsx';
import { entriesOf, type Entry } from './entries.ts';
import { filterEntries, NO_FILTER } from './entryFilter.ts';
import { EntryCells, LAYOUTS } from './EntryCells.tsx';
import { FilterBar } from './FilterBar.tsx';
import { Transport } from './Transport.tsx';
import { travelOf } from './travelOf.ts';

/** Commits and requests in the order of time; from here the page travels to earlier states. */
export function TimelineTab({ session }: TabProps): VNode {
  useLive(session);
  const route = useValue(session.route$);
  const { inspector, recording } = session;
  const redactor = useMemo(() => new Redactor(session.redact), [session]);
  const now = inspector.now();
  const { commits, requests } = recording;
  const { journey, replay } = travelOf(session);
  const [filter, setFilter] = useKept(session, 'timeline filter', NO_FILTER);
  const [follows, setFollows] = useState(true);
  const frame = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(frame, 620);
  const layout = LAYOUTS[isNarrow ? 'narrow' : 'wide'];

  const entries = useMemo(() => entriesOf({ commits, requests }), [commits, requests]);
  const filtered = filterEntries(entries, filter, redactor);
  const selected = filtered.findIndex((entry) =>
    entry.type === 'commit'
      ? entry.commit.version === route.commit
      : entry.request.id === route.request,
  );
  const { shown } = journey;
  const shownIndex = shown
    ? filtered.findIndex((entry) => entry.type === 'commit' && entry.commit.snapshot === shown)
    : -1;
  const select = (entry: Entry | undefined): void => {
    if (entry?.type === 'request') {
      session.replace({ tab: 'timeline', request: entry.request.id });
    } else if (entry) {
      session.replace({ tab: 'timeline', commit: entry.commit.version });
      // On a journey, the page follows the selection.
      if (journey.shown && entry.commit.snapshot !== journey.shown) {
        journey.showCommit(entry.commit);
      }
    } else {
      session.replace({ tab: 'timeline' });
    }
  };
  const entry = entries.find((known) =>
    known.type === 'commit'
      ? known.commit.version === route.commit
      : known.request.id === route.request,
  );

  return (
    <div
      class="tab-frame"
      onKeyDown={(event) => {
        const isGrid = (event.target as HTMLElement).role === 'grid';
        if (event.key !== 'Enter' || !isGrid || entry?.type !== 'commit') return;
        event.preventDefault();
        journey.showCommit(entry.commit);
      }}
    >
      <FilterBar
        entries={entries}
        filter={filter}
        onFilter={setFilter}
        follows={follows}
        onFollows={setFollows}
        session={session}
        shownCount={filtered.length}
      />
      <Transport
        journey={journey}
        replay={replay}
        recording={recording}
        selected={entry?.type === 'commit' ? entry.commit : undefined}
        onStep={(commit) => {
          if (commit) session.replace({ tab: 'timeline', commit: commit.version });
        }}
      />
      <Split
        label={entry?.type === 'request' ? 'Request' : 'Commit'}
        details={entry && detailsOf(entry)}
        onClose={() => select(undefined)}
      >
        <div ref={frame} class="tab-frame">
          {filtered.length === 0 ? (
            <p class="empty">{emptyText(entries.length, recording.isPaused)}</p>
          ) : (
            <VirtualGrid
              label="Commits and requests"
              count={filtered.length}
              rowHeight={layout.rowHeight}
              columns={layout.columns}
              head={layout.head}
              renderRow={(index) => (
                <EntryCells
                  entry={filtered[index]}
                  journey={journey}
                  redactor={redactor}
                  isNarrow={isNarrow}
                  now={now}
                />
              )}
              selected={selected}
              revealed={shownIndex}
              onSelect={(index) => {
                if (index < filtered.length - 1) setFollows(false);
                select(filtered[index]);
              }}
              follows={follows && !shown}
              onFollow={setFollows}
            />
          )}
        </div>
      </Split>
    </div>
  );

  function detailsOf(of: Entry): VNode {
    return of.type === 'commit' ? (
      <CommitDetails
        key={of.commit.version}
        session={session}
        commit={of.commit}
        redactor={redactor}
      />
    ) : (
      <RequestDetails session={session} request={of.request} redactor={redactor} />
    );
  }
}

function emptyText(count: number, isPaused: boolean): string {
  if (count > 0) return 'No entry matches the filter.';
  if (isPaused) return 'The recording is paused.';
  return 'Nothing was recorded yet. Commits and requests appear here as they happen.';
}
