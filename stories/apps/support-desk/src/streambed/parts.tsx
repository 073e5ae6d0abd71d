import type { ReactNode } from 'react';
import {
  AsyncBoundary,
  type ErrorFallbackProps,
  useInfinite,
  useStore,
  useSuspense,
} from 'streambed/react';
import { CommentRows } from '../ui/CommentRows';
import type { ListProps } from '../ui/DeskPage';
import { Failure } from '../ui/Failure';
import { NewTicketForm } from '../ui/NewTicketForm';
import type { TicketFilter } from '../ui/ticket';
import { TicketCard } from '../ui/TicketCard';
import { TicketRows } from '../ui/TicketRows';
import { useReport } from '../ui/useReports';
import { addComment, getComments, TicketResource } from './TicketResource';

export function Boundary({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return (
    <AsyncBoundary fallback={fallback} errorComponent={Failed}>
      {children}
    </AsyncBoundary>
  );
}

function Failed({ error, resetErrorBoundary }: ErrorFallbackProps) {
  return <Failure error={error} onRetry={resetErrorBoundary} />;
}

export function Count(filter: TicketFilter) {
  return useSuspense(TicketResource.getCount, filter);
}

export function List({ status, assignee, orderBy, chosen, onChoose }: ListProps) {
  const filter = { status, assignee, orderBy };
  const { data, ...pages } = useInfinite(TicketResource.getList, filter);
  return <TicketRows {...pages} total={data.total} chosen={chosen} onChoose={onChoose} />;
}

export function Detail({ id, onClose }: { id: number; onClose: () => void }) {
  const store = useStore();
  const report = useReport();
  const ticket = useSuspense(TicketResource.get, { id });
  return (
    <TicketCard
      ticket={ticket}
      onEdit={(change) =>
        report(`change #${id}`, store.fetch(TicketResource.partialUpdate, { id }, change))
      }
      onDelete={() => {
        onClose();
        report(`delete #${id}`, store.fetch(TicketResource.delete, { id }));
      }}
      onClose={onClose}
    >
      <Comments id={id} />
    </TicketCard>
  );
}

function Comments({ id }: { id: number }) {
  const store = useStore();
  const report = useReport();
  const comments = useSuspense(getComments, { ticketId: id });
  return (
    <CommentRows
      comments={comments}
      onComment={(text) =>
        report(`comment on #${id}`, store.fetch(addComment, { ticketId: id }, { text }))
      }
    />
  );
}

export function NewTicket() {
  const store = useStore();
  const report = useReport();
  return (
    <NewTicketForm
      onCreate={(ticket) => report('create the ticket', store.fetch(TicketResource.create, ticket))}
    />
  );
}
