import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ReactElement } from 'react';
import { expect } from 'storybook/test';
import { AsyncBoundary } from 'streambed/react';
import '../tickets/desk.css';
import { TicketFilters } from '../tickets/TicketFilters.tsx';
import { TicketList } from '../tickets/TicketList.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorPanel } from '../ui/ErrorPanel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AddressBar } from './AddressBar.tsx';
import './filters.css';
import { useFilter } from './useFilter.ts';

const description =
  'The address holds the filter, and the filter is the argument of the list. Each filter is a key of its own: Back ' +
  'and Forward show a list that was there before without a request. A change happens in a transition, so the old ' +
  'list stays until the new one arrives.';

function FilteredTickets(): ReactElement {
  const [filter, show] = useFilter();
  const [chosen, setChosen] = useState<number>();
  const { status, assignee } = filter;
  return (
    <Card title="Tickets">
      <AddressBar filter={filter} />
      <TicketFilters
        shown={status}
        assignee={assignee}
        onStatuses={(next) => show({ ...filter, status: next })}
        onAssignee={(next) => show({ ...filter, assignee: next })}
      />
      {status.length === 0 ? (
        <p className="empty">Choose a status.</p>
      ) : (
        <AsyncBoundary fallback={<Skeleton rows={6} />} errorComponent={ErrorPanel}>
          <TicketList {...filter} orderBy="priority" chosen={chosen} onChoose={setChosen} />
        </AsyncBoundary>
      )}
    </Card>
  );
}

const meta: Meta<typeof FilteredTickets> = {
  title: 'Lists/Filters in the address',
  component: FilteredTickets,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const Story: StoryObj<typeof meta> = { name: 'Filters in the address' };

/** Two changes, and back again: three requests in all. */
export const Back: StoryObj<typeof meta> = {
  name: 'Back to a filter',
  async play({ canvas }) {
    const first = (await canvas.findByText(/^\d+ tickets$/)).textContent;
    // Clicks of the page itself: those of a test would wait for what suspends.
    canvas.getByLabelText(/^closed/).click();
    await canvas.findByText('/tickets?status=open,pending,closed');
    canvas.getByLabelText(/^Amara/).click();
    await canvas.findByText('/tickets?status=open,pending,closed&assignee=Amara');
    history.go(-2);
    await canvas.findByText('/tickets?status=open,pending');
    await expect(canvas.findByText(first)).resolves.toBeVisible();
  },
};
