import type { ReactElement } from 'react';
import type { ExpiryStatus } from 'streambed';

/** The expiry status as a word and a colour. */
export function StatusBadge({ status }: { status: ExpiryStatus }): ReactElement {
  return <span className={`badge ${status}`}>{status}</span>;
}
