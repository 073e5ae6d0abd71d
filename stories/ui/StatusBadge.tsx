import type { ReactElement } from 'react';
import type { EndpointState } from 'streambed';

/**
 * The expiry status as a word and a colour, and the error of the last fetch. Only data is green: an
 * error is `valid`, too, until it expires.
 */
export function StatusBadge({ state }: { state: EndpointState<unknown> }): ReactElement {
  const { status, error } = state;
  return (
    <span className="badges">
      <span className={`badge ${error ? '' : status}`}>{status}</span>
      {error && <span className="badge failed">{error.name}</span>}
    </span>
  );
}
