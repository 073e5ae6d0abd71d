/** @jsxImportSource preact */
import type { VNode } from 'preact';
import type { EndpointState } from '../../../kernel/streams/EndpointState.ts';
import { countdown, statusOf } from './statusText.ts';

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
