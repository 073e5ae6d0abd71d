/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import {
  type FlushReport,
  inspectStorage,
  type StorageContent,
  type StorageInspector,
  type StorageStatus,
} from '../../inspect/inspectStorage.ts';
import type { TabProps } from '../panel/TabProps.ts';
import { useLive } from '../panel/useLive.ts';
import { useStateOf } from '../panel/useStateOf.ts';
import { useValue } from '../panel/useValue.ts';
import { countOf, formatBytes, formatDuration, formatTime } from '../components/format.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { CountLoop } from './CountLoop.ts';
import { ForgetButton } from './ForgetButton.tsx';
import { StoredTable } from './StoredTable.tsx';

/** What `persist` has stored, and how the storage fares. */
export function StorageTab({ session }: TabProps): VNode {
  const storage = useMemo(() => storageOf(session), [session]);
  // The panel has the tab only with a storage.
  return storage ? <Content session={session} storage={storage} /> : <p class="empty">None.</p>;
}

/** The storage of the store that a session watches. The session of a file has none. */
export function storageOf({
  isEnded,
  isImported,
  store,
}: DevtoolsSession): StorageInspector | undefined {
  return isEnded || isImported ? undefined : inspectStorage(store);
}

function Content({
  session,
  storage,
}: {
  readonly session: DevtoolsSession;
  readonly storage: StorageInspector;
}): VNode {
  useLive(session);
  const { lastFlush, name, version } = storage;
  const status = useStateOf(storage.status$);
  const loop = useMemo(() => new CountLoop(storage), [storage]);
  useEffect(() => () => loop.end(), [loop]);
  // One count for a tab that opens: a second one may hide the failure of the first.
  useEffect(() => {
    if (status) loop.wake();
  }, [loop, lastFlush, status]);
  const { content, error } = useValue(loop.counted$);
  return (
    <div class="tab-frame">
      <div class="toolbar">
        <button type="button" class="button" onClick={loop.wake}>
          Count again
        </button>
        <ForgetButton session={session} onForgotten={loop.wake} />
      </div>
      <div class="storage-body" tabIndex={0} role="region" aria-label="Storage">
        <dl class="facts">
          <dt>Status</dt>
          <dd>
            <span class={`badge ${badges[status ?? 'opening']}`}>{status ?? 'opening'}</span>
          </dd>
          <dt>Name</dt>
          <dd class="mono">{name}</dd>
          <dt>Version</dt>
          <dd>{version}</dd>
          <dt>Session</dt>
          <dd class="mono">{content?.session ?? '–'}</dd>
          <dt>Last flush</dt>
          <dd>{flushText(lastFlush, content)}</dd>
          {content && (
            <>
              <dt>Size</dt>
              <dd>{formatBytes(sizeOf(content.rows) + content.results.bytes)}</dd>
            </>
          )}
        </dl>
        {status && reasons[status] && <p class="storage-note">{reasons[status]}</p>}
        {error && (
          <p class="storage-note bad" role="alert">
            {error.message}
          </p>
        )}
        {content && <StoredTable content={content} />}
      </div>
    </div>
  );
}

function flushText(last: FlushReport | undefined, content: StorageContent | undefined): string {
  if (last) {
    const { at, ms, results, rows } = last;
    const amount = `${countOf(rows, 'row')}, ${countOf(results, 'result')}`;
    return `${formatTime(at)}: ${amount} in ${formatDuration(ms)}`;
  }
  if (!content?.flushedAt) return 'none';
  return `${formatTime(content.flushedAt)}, by another tab or an earlier page`;
}

function sizeOf(rows: readonly { readonly bytes: number }[]): number {
  return rows.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The look of a status. */
const badges: Readonly<Record<StorageStatus, string>> = {
  opening: 'fetching',
  storage: 'valid',
  memory: 'failed',
  outdated: 'stale',
};

/** Why nothing is stored. */
const reasons: Partial<Readonly<Record<StorageStatus, string>>> = {
  memory: 'The storage failed: the store goes on in memory. onError has received the cause.',
  outdated: 'A later version of the program uses the storage. A reload loads that version.',
};
