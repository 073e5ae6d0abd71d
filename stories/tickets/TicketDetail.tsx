import type { ReactElement } from 'react';
import { useStore, useSuspense } from 'streambed/react';
import { Choice } from '../orders/Choice.tsx';
import { useReport } from '../todos/useReport.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { assignees, priorities, statuses, type Ticket } from './Ticket.ts';
import { TicketResource } from './TicketResource.ts';

/** One ticket. Each edit is sent at once, and shown before the response. */
export function TicketDetail({ id }: { id: number }): ReactElement {
  const store = useStore();
  const report = useReport();
  const { subject, customer, status, priority, assignee } = useSuspense(TicketResource.get, {
    id,
  });

  function edit(change: Partial<Pick<Ticket, 'status' | 'priority' | 'assignee'>>): void {
    report(`change #${id}`, store.fetch(TicketResource.partialUpdate, { id }, change));
  }

  return (
    <article className="desk-detail" aria-label={`Ticket ${id}`}>
      <span className="note">#{id}</span>
      <h3>{subject}</h3>
      <p className="desk-customer">
        <Avatar name={customer} />
        {customer}
      </p>
      <Choice
        label="Status"
        value={status}
        options={statuses}
        onChange={(value) => edit({ status: value })}
      />
      <Choice
        label="Assignee"
        value={assignee}
        options={assignees}
        onChange={(value) => edit({ assignee: value })}
      />
      <Choice
        label="Priority"
        value={priority}
        options={priorities}
        onChange={(value) => edit({ priority: value })}
      />
    </article>
  );
}
