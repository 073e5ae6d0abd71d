/** @jsxImportSource preact */
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import {
  type FlushReport,
  inspectStorage,
  type StorageContent,
  type StorageInspector,
  type StorageStatus,
} from '../../inspect/inspectStorage.ts';
import { type Outbox, outboxIn } from '../../inspect/outboxIn.ts';
import type { TabProps } from '../panel/TabProps.ts';
import { useLive } from '../panel/useLive.ts';
import { useStateOf } from '../panel/useStateOf.ts';
import { useValue } from '../panel/useValue.ts';
import { countOf, formatBytes, formatDuration, formatTime } from '../components/format.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { CountLoop } from './CountLoop.ts';
import { ForgetButton } from './ForgetButton.tsx';
import { OutboxView } from './OutboxView.tsx';
import { StoredTable } from './StoredTable.tsx';

/** What `persist` has stored, and how the storage fares; what `offline` has not sent. */
export function StorageTab({ session }: TabProps): VNode {
  const { storage, outbox } = useMemo(() => storedBy(session), [session]);
  const unsent = outbox && <OutboxView session={session} outbox={outbox} />;
  if (storage) {
    return (
      <Content session={session} storage={storage}>
        {unsent}
      </Content>
    );
  }
  return (
    <div class="storage-body" tabIndex={0} role="region" aria-label="Storage">
      {unsent}
    </div>
  );
}

/** Whether a store stores anything. The session of a file does not. */
export function hasStorage(session: DevtoolsSession): boolean {
  const { storage, outbox } = storedBy(session);
  return (storage ?? outbox) !== undefined;
}

function storedBy({ isEnded, isImported, store }: DevtoolsSession): {
  readonly storage?: StorageInspector | undefined;
  readonly outbox?: Outbox | undefined;
} {
  if (isEnded || isImported) return {};
  return { storage: inspectStorage(store), outbox: outboxIn(store) };
}

function Content({
  session,
  storage,
  children,
}: {
  readonly session: DevtoolsSession;
  readonly storage: StorageInspector;
  readonly children: ComponentChildren;
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
        {children}
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
