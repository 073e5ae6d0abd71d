import {
  QueryErrorResetBoundary,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo } from 'react';
import { CommentRows } from '../ui/CommentRows';
import type { ListProps } from '../ui/DeskPage';
import { NewTicketForm } from '../ui/NewTicketForm';
import type { TicketFilter } from '../ui/ticket';
import { TicketCard } from '../ui/TicketCard';
import { TicketRows } from '../ui/TicketRows';
import { useReport } from '../ui/useReports';
import { ErrorBoundary } from './ErrorBoundary';
import { useAddComment, useChangeTicket, useCreateTicket, useDeleteTicket } from './mutations';
import { commentsQuery, countQuery, listQuery, ticketQuery } from './queries';

export function Boundary({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ErrorBoundary onReset={reset}>
          <Suspense fallback={fallback}>{children}</Suspense>
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  );
}

export function Count(filter: TicketFilter) {
  return useSuspenseQuery(countQuery(filter)).data;
}

export function List({ status, assignee, orderBy, chosen, onChoose }: ListProps) {
  const list = useSuspenseInfiniteQuery(listQuery({ status, assignee, orderBy }));
  const { pages } = list.data;
  const items = useMemo(() => pages.flatMap((page) => page.items), [pages]);
  return (
    <TicketRows
      items={items}
      total={pages.at(-1)?.total ?? 0}
      hasNext={list.hasNextPage}
      fetchingNext={list.isFetchingNextPage}
      // Without the option, it would cancel a refetch.
      fetchNext={() => void list.fetchNextPage({ cancelRefetch: false })}
      error={list.error}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}

export function Detail({ id, onClose }: { id: number; onClose: () => void }) {
  const report = useReport();
  const { data: ticket } = useSuspenseQuery(ticketQuery(id));
  const { mutateAsync: change } = useChangeTicket(id);
  const { mutateAsync: remove } = useDeleteTicket(id);
  return (
    <TicketCard
      ticket={ticket}
      onEdit={(edit) => report(`change #${id}`, change(edit))}
      onDelete={() => {
        onClose();
        report(`delete #${id}`, remove());
      }}
      onClose={onClose}
    >
      <Comments id={id} />
    </TicketCard>
  );
}

function Comments({ id }: { id: number }) {
  const report = useReport();
  const { data: comments } = useSuspenseQuery(commentsQuery(id));
  const { mutateAsync: comment } = useAddComment(id);
  return (
    <CommentRows
      comments={comments}
      onComment={(text) => report(`comment on #${id}`, comment(text))}
    />
  );
}

export function NewTicket() {
  const report = useReport();
  const { mutateAsync: create } = useCreateTicket();
  return <NewTicketForm onCreate={(ticket) => report('create the ticket', create(ticket))} />;
}
