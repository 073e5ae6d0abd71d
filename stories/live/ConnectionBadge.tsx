import type { ReactElement } from 'react';
import type { ConnectionState } from 'streambed/live';

const looks: Record<ConnectionState, string> = {
  idle: '',
  connecting: 'stale',
  open: 'valid',
  waiting: 'failed',
  paused: '',
};

/** The state of a connection as a word and a colour. */
export function ConnectionBadge({ state }: { state: ConnectionState }): ReactElement {
  return (
    <span className={`badge ${looks[state]}`} role="status" aria-label={`Connection ${state}`}>
      {state}
    </span>
  );
}
