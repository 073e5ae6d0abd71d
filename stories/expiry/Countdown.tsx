import type { ReactElement } from 'react';
import type { EndpointState } from 'streambed';
import { useNow } from './useNow.ts';

/** How long a valid response stays valid, in seconds and as a bar. */
export function Countdown({ state }: { state: EndpointState<unknown> }): ReactElement {
  const now = useNow(100);
  const whole = state.expiresAt - state.fetchedAt;
  const left = state.status === 'valid' ? Math.max(0, state.expiresAt - now) : 0;
  return (
    <>
      {left > 0 ? `${(left / 1000).toFixed(1)} s` : '–'}
      <span className="countdown">
        <i
          className={state.error && 'failed'}
          style={{ width: `${whole > 0 ? (left / whole) * 100 : 0}%` }}
        />
      </span>
    </>
  );
}
