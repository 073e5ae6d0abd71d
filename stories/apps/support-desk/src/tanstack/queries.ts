import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query';
import type { TicketFilter } from '../ui/ticket';
import * as api from './api';

// Events keep the data up to date.
export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 600_000, retry: false } },
});

export const listQuery = (filter: api.TicketListFilter) =>
  infiniteQueryOptions({
    queryKey: ['tickets', 'list', filter],
    queryFn: ({ pageParam }) => api.getTickets(filter, pageParam),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const loaded = pages.reduce((sum, { items }) => sum + items.length, 0);
      return loaded < total ? loaded : undefined;
    },
  });

export const countQuery = (filter: TicketFilter) =>
  queryOptions({
    queryKey: ['tickets', 'count', filter],
    queryFn: () => api.getCount(filter),
  });

export const ticketQuery = (id: number) =>
  queryOptions({ queryKey: ['tickets', 'detail', id], queryFn: () => api.getTicket(id) });

export const commentsQuery = (id: number) =>
  queryOptions({ queryKey: ['tickets', 'comments', id], queryFn: () => api.getComments(id) });
