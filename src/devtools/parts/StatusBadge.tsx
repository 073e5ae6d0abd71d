/** @jsxImportSource preact */
import type { VNode } from 'preact';
import type { EndpointState } from '../../streams/EndpointState.ts';

/** The status of a key in one word; a failure counts more than the status. */
export function statusOf({ error, status }: EndpointState<unknown>): string {
  return error ? 'failed' : status;
}

/** Status, time to expiry, and the request in flight. `now`: the time by the store's clock. */
export function StatusBadge({
  state,
  now,
}: {
  readonly state: EndpointState<unknown>;
  readonly now: number;
}): VNode {
  const status = statusOf(state);
  const left = state.status === 'valid' ? state.expiresAt - now : 0;
  return (
    <>
      <span class={`badge ${status}`}>
        {status}
        {left > 0 && Number.isFinite(left) && ` ${countdown(left)}`}
      </span>
      {state.fetching && (
        <span class="badge fetching">
          {state.attempt > 1 ? `fetching, try ${state.attempt}` : 'fetching'}
        </span>
      )}
      {state.optimistic && <span class="badge optimistic">optimistic</span>}
    </>
  );
}

/** `42 s`, `4:05`, `3 h`, `12 d`. */
export function countdown(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) {
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  }
  const hours = Math.round(seconds / 3_600);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`;
}
