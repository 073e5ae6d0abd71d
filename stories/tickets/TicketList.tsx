import type { ReactElement } from 'react';
import { useSuspense } from 'streambed/react';
import type { Assignee, Status } from './Ticket.ts';
import { type TicketOrder, TicketResource } from './TicketResource.ts';
import { PriorityMark, StatusMark } from './TicketMarks.tsx';

/** The tickets that match, as a list to choose from. */
export function TicketList(props: {
  status: readonly Status[];
  assignee?: Assignee | undefined;
  orderBy: TicketOrder;
  chosen: number | undefined;
  onChoose: (id: number) => void;
}): ReactElement {
  const { status, assignee, orderBy, chosen, onChoose } = props;
  const { items, total } = useSuspense(TicketResource.getList, { status, assignee, orderBy });
  return (
    <>
      <p className="note desk-total" aria-live="polite">
        {total === 1 ? '1 ticket' : `${total} tickets`}
      </p>
      {items.length === 0 && <p className="empty">Nothing to do here.</p>}
      <ul className="desk-list" aria-label="Tickets">
        {items.map((ticket) => (
          <li key={ticket.id}>
            <button
              type="button"
              className="choice desk-row"
              aria-current={ticket.id === chosen}
              onClick={() => onChoose(ticket.id)}
            >
              <span className="list-title">{ticket.subject}</span>
              <span className="note">
                #{ticket.id} · {ticket.assignee}
              </span>
              <PriorityMark priority={ticket.priority} />
              <StatusMark status={ticket.status} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
