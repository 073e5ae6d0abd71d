import type { ReactElement } from 'react';
import type { Priority, Status } from './Ticket.ts';

const looks: Readonly<Record<Status, string>> = { open: 'valid', pending: 'stale', closed: '' };

/** A status as a word and a colour. */
export function StatusMark({ status }: { status: Status }): ReactElement {
  return <span className={`badge ${looks[status]}`}>{status}</span>;
}

/** A priority as a word, and a colour if it is a high one. */
export function PriorityMark({ priority }: { priority: Priority }): ReactElement {
  return <span className={`desk-priority ${priority}`}>{priority}</span>;
}
