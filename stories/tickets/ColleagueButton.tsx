import { useState, type ReactElement } from 'react';
import { apiUrl } from '../ui/apiUrl.ts';
import type { Ticket } from './Ticket.ts';

/** Makes another user edit a ticket, and says which one. The socket brings the ticket. */
export function ColleagueButton(): ReactElement {
  const [edited, setEdited] = useState<Ticket>();

  async function edit(): Promise<void> {
    const response = await fetch(`${apiUrl()}/_control/colleague`, { method: 'POST' });
    setEdited((await response.json()) as Ticket);
  }

  return (
    <div className="desk-colleague">
      <button type="button" className="button" onClick={() => void edit()}>
        Another user edits
      </button>
      <span className="note" role="status">
        {edited && `#${edited.id} is ${edited.status}, ${edited.priority}, of ${edited.assignee}`}
      </span>
    </div>
  );
}
