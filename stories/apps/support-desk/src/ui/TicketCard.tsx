import type { ReactNode } from 'react';
import { Choice } from './Choice';
import {
  assignees,
  numberOf,
  priorityNames,
  statuses,
  type TicketChange,
  type TicketData,
} from './ticket';

/** One ticket, with what edits it. */
export function TicketCard(props: {
  ticket: TicketData;
  onEdit: (change: TicketChange) => void;
  onDelete: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { ticket, onEdit, onDelete, onClose, children } = props;
  const { id, subject, customer, status, assignee, priority } = ticket;
  const [, ...names] = priorityNames;
  return (
    <article className="ticket" aria-label={`Ticket ${id}`}>
      <div className="line">
        <span className="note">{numberOf(ticket)}</span>
        <button type="button" className="quiet" onClick={onClose}>
          Close
        </button>
      </div>
      <h2>{subject}</h2>
      <p className="note">{customer}</p>
      <Choice
        label="Status"
        value={status}
        options={statuses}
        onChange={(value) => onEdit({ status: value })}
      />
      <Choice
        label="Assignee"
        value={assignee}
        options={assignees}
        onChange={(value) => onEdit({ assignee: value })}
      />
      <Choice
        label="Priority"
        value={priorityNames[priority] ?? ''}
        options={names}
        onChange={(value) => onEdit({ priority: priorityNames.indexOf(value) })}
      />
      {children}
      <button type="button" className="quiet danger" onClick={onDelete}>
        Delete the ticket
      </button>
    </article>
  );
}
