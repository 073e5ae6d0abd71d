import type { ReactElement } from 'react';
import type { ConnectionState } from 'streambed/live';
import { useObservable } from 'streambed/react';
import { gaugeSource } from './gaugeSource.ts';

const looks: Record<ConnectionState, string> = {
  idle: '',
  connecting: 'stale',
  open: 'valid',
  waiting: 'failed',
  paused: '',
};

/** The state of the socket as a word and a colour. */
export function ConnectionBadge(): ReactElement {
  const state = useObservable(gaugeSource.connection$, 'idle');
  return (
    <span className={`badge ${looks[state]}`} role="status" aria-label={`Connection ${state}`}>
      {state}
    </span>
  );
}
