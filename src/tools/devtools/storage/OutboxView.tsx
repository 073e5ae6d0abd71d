/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Outbox, PendingMutation } from '../../inspect/outboxIn.ts';
import { callText } from '../actionText.ts';
import { countOf, formatTime } from '../components/format.ts';
import { useLive } from '../panel/useLive.ts';
import { useStateOf } from '../panel/useStateOf.ts';
import { Redactor, summaryOf } from '../redact.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { waitText } from './waitText.ts';

/** How many mutations are listed. */
const MAX_SHOWN = 100;

/** The mutations of `offline` that the server has not settled. An earlier state that is shown has no commands. */
export function OutboxView({
  session,
  outbox,
}: {
  readonly session: DevtoolsSession;
  readonly outbox: Outbox;
}): VNode {
  useLive(session);
  const pending = useStateOf(outbox.pending$) ?? [];
  const failed = useStateOf(outbox.failed$) ?? [];
  const isOnline = useStateOf(outbox.online$) ?? true;
  const isEarlier = useStateOf(session.inspector.shown$) !== undefined;
  const redactor = useMemo(() => new Redactor(session.redact), [session]);
  const isPaused = pending.some(({ status }) => status === 'paused');
  const hasNone = pending.length === 0;
  const now = session.inspector.now();
  const callOf = (mutation: PendingMutation): string => callText(mutation, redactor);
  const all = [...failed, ...pending];
  return (
    <section class="outbox" aria-label="Outbox">
      <div class="heading">
        <h2>Outbox</h2>
        <span class={`badge ${isOnline ? 'valid' : 'stale'}`}>
          {isOnline ? 'online' : 'offline'}
        </span>
        <span class="dim">
          {pending.length} pending, {failed.length} failed
        </span>
        <button
          type="button"
          class="button"
          disabled={hasNone || isEarlier}
          onClick={() => (isPaused ? outbox.resume() : outbox.pause())}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </button>
        <button
          type="button"
          class="button"
          disabled={hasNone || isPaused || isEarlier}
          onClick={() => void outbox.flush()}
        >
          Try all
        </button>
      </div>
      {all.length === 0 && <p class="dim">The server has settled all mutations.</p>}
      <ol class="outbox-list" aria-label="Mutations">
        {all.slice(0, MAX_SHOWN).map((mutation) => (
          <Mutation
            key={mutation.id}
            mutation={mutation}
            outbox={outbox}
            call={callOf(mutation)}
            reason={waitText(mutation, pending, now, callOf)}
            isEarlier={isEarlier}
          />
        ))}
      </ol>
      {all.length > MAX_SHOWN && <p class="dim">and {all.length - MAX_SHOWN} more</p>}
    </section>
  );
}

function Mutation({
  mutation: { attempts, createdAt, error, id, status, waitsFor },
  outbox,
  call,
  reason,
  isEarlier,
}: {
  readonly mutation: PendingMutation;
  readonly outbox: Outbox;
  readonly call: string;
  readonly reason: string;
  readonly isEarlier: boolean;
}): VNode {
  const mayRetry = status === 'failed' || (status === 'waiting' && waitsFor.length === 0);
  return (
    <li>
      <div class="outbox-text">
        <div class="heading">
          <span class={`badge ${badges[status]}`}>{status}</span>
          <span class="mono">{call}</span>
        </div>
        <p>
          {reason} {error && <span class="bad">{summaryOf(error)}</span>}
        </p>
        <p class="dim">
          made at {formatTime(createdAt)}, {countOf(attempts, 'try', 'tries')}
        </p>
      </div>
      <div class="actions">
        <button
          type="button"
          class="button"
          aria-label={`Retry ${call}`}
          disabled={!mayRetry || isEarlier}
          onClick={() => outbox.retry(id)}
        >
          Retry
        </button>
        <button
          type="button"
          class="button danger"
          aria-label={`Discard ${call}`}
          disabled={isEarlier}
          onClick={() => outbox.discard(id)}
        >
          Discard
        </button>
      </div>
    </li>
  );
}

/** The look of a status. */
const badges: Readonly<Record<PendingMutation['status'], string>> = {
  waiting: 'invalid',
  sending: 'fetching',
  paused: 'stale',
  failed: 'failed',
};
