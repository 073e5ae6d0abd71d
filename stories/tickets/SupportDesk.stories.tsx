import type { Meta, StoryObj } from '@storybook/react-vite';
import { useDeferredValue, useState, type ReactElement } from 'react';
import { AsyncBoundary } from 'streambed/react';
import { usePlugin } from '../live/usePlugin.ts';
import { Choice } from '../orders/Choice.tsx';
import '../orders/orders.css';
import { ProblemPanel } from '../todos/ProblemPanel.tsx';
import { SavingBadge } from '../todos/SavingBadge.tsx';
import { ServerSwitches } from '../todos/ServerSwitches.tsx';
import { ReportContext } from '../todos/useReport.ts';
import { useReports } from '../todos/useReports.ts';
import { Card } from '../ui/Card.tsx';
import { ErrorPanel } from '../ui/ErrorPanel.tsx';
import { RecentRequests } from '../ui/RecentRequests.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ColleagueButton } from './ColleagueButton.tsx';
import './desk.css';
import type { Assignee, Status } from './Ticket.ts';
import { TicketDetail } from './TicketDetail.tsx';
import { TicketFilters } from './TicketFilters.tsx';
import { TicketList } from './TicketList.tsx';
import type { TicketOrder } from './TicketResource.ts';
import { followTickets } from './ticketSource.ts';

const description =
  'Set a status, an assignee or a priority: the ticket leaves and joins lists, finds its place in the order, and all ' +
  'counts follow, before the response. The card “Requests” has one `PATCH` for it, and no list again. No code of the ' +
  'page updates a list. The edits of another user arrive through a socket and do the same.';

/** Which tickets the page shows, and in which order. */
interface Wanted {
  readonly status: readonly Status[];
  readonly assignee?: Assignee | undefined;
  readonly orderBy: TicketOrder;
}

function SupportDesk(): ReactElement {
  const { report, pending, problem, dismiss } = useReports();
  const [wanted, setWanted] = useState<Wanted>({
    status: ['open', 'pending'],
    orderBy: 'priority',
  });
  // While the tickets of another choice load, the page shows those of the last one.
  const shown = useDeferredValue(wanted);
  const [chosen, setChosen] = useState<number>();
  usePlugin(followTickets);

  return (
    <ReportContext.Provider value={report}>
      <Card title="Server">
        <div className="desk-server">
          <ServerSwitches />
          <ColleagueButton />
        </div>
      </Card>
      <ProblemPanel problem={problem} onDismiss={dismiss} />
      <Card title="Tickets" aside={<SavingBadge pending={pending} />}>
        <TicketFilters
          shown={wanted.status}
          assignee={wanted.assignee}
          onStatuses={(status) => setWanted({ ...wanted, status })}
          onAssignee={(assignee) => setWanted({ ...wanted, assignee })}
        />
        <div className="desk">
          <div className={shown === wanted ? 'desk-column' : 'desk-column fading'}>
            <Choice
              label="Sort by"
              value={wanted.orderBy}
              options={['priority', 'subject']}
              onChange={(orderBy) => setWanted({ ...wanted, orderBy })}
            />
            {shown.status.length === 0 ? (
              <p className="empty">Choose a status.</p>
            ) : (
              <AsyncBoundary fallback={<Skeleton rows={6} />} errorComponent={ErrorPanel}>
                <TicketList {...shown} chosen={chosen} onChoose={setChosen} />
              </AsyncBoundary>
            )}
          </div>
          {chosen === undefined ? (
            <p className="empty">Choose a ticket.</p>
          ) : (
            <div className="desk-column desk-ticket">
              <AsyncBoundary fallback={<Skeleton rows={1} />} errorComponent={ErrorPanel}>
                <TicketDetail id={chosen} />
              </AsyncBoundary>
              <RecentRequests key={chosen} since={`you chose #${chosen}`} />
            </div>
          )}
        </div>
      </Card>
    </ReportContext.Provider>
  );
}

const meta: Meta<typeof SupportDesk> = {
  title: 'Changing/Support desk',
  component: SupportDesk,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const Story: StoryObj<typeof meta> = { name: 'Support desk' };
