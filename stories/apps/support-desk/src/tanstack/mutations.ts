import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TicketChange, TicketData } from '../ui/ticket';
import * as api from './api';
import { commentsQuery, ticketQuery } from './queries';

type Lists = InfiniteData<api.TicketPage, number>;

/** Changes the cached lists, and returns what undoes it. The rules of filters and orders are the server's. */
function useOptimistic() {
  const client = useQueryClient();
  const invalidate = () => client.invalidateQueries({ queryKey: ['tickets'] });

  async function predict(change: (items: TicketData[]) => TicketData[]) {
    await client.cancelQueries({ queryKey: ['tickets'] });
    const before = client.getQueriesData({ queryKey: ['tickets'] });
    client.setQueriesData<Lists>(
      { queryKey: ['tickets', 'list'] },
      (lists) =>
        lists && {
          ...lists,
          pages: lists.pages.map((page) => ({ ...page, items: change(page.items) })),
        },
    );
    return () => before.forEach(([key, data]) => client.setQueryData(key, data));
  }

  return { client, invalidate, predict };
}

export function useChangeTicket(id: number) {
  const { client, invalidate, predict } = useOptimistic();
  return useMutation({
    mutationFn: (change: TicketChange) => api.changeTicket(id, change),
    onMutate: async (change) => {
      const edit = (ticket: TicketData) => ({ ...ticket, ...change });
      const undo = await predict((items) =>
        items.map((item) => (item.id === id ? edit(item) : item)),
      );
      client.setQueryData(ticketQuery(id).queryKey, (ticket) => ticket && edit(ticket));
      return undo;
    },
    onError: (_error, _change, undo) => undo?.(),
    onSettled: invalidate,
  });
}

export function useDeleteTicket(id: number) {
  const { client, invalidate, predict } = useOptimistic();
  return useMutation({
    mutationFn: () => api.deleteTicket(id),
    onMutate: () => predict((items) => items.filter((item) => item.id !== id)),
    onError: (_error, _none, undo) => undo?.(),
    onSettled: () => {
      client.removeQueries({ queryKey: ticketQuery(id).queryKey });
      client.removeQueries({ queryKey: commentsQuery(id).queryKey });
      return invalidate();
    },
  });
}

export function useAddComment(id: number) {
  const { client, invalidate, predict } = useOptimistic();
  return useMutation({
    mutationFn: (text: string) => api.addComment(id, text),
    onMutate: async (text) => {
      const undo = await predict((items) =>
        items.map((item) =>
          item.id === id ? { ...item, commentCount: item.commentCount + 1 } : item,
        ),
      );
      const createdAt = Date.now();
      const comment = { id: -createdAt, ticketId: id, author: 'Amara', text, createdAt };
      client.setQueryData(
        commentsQuery(id).queryKey,
        (comments) => comments && [...comments, comment],
      );
      return undo;
    },
    onError: (_error, _text, undo) => undo?.(),
    onSettled: invalidate,
  });
}

/** Which lists a new ticket is in, and where, is known to the server: it is shown when they are there. */
export function useCreateTicket() {
  const { invalidate } = useOptimistic();
  return useMutation({ mutationFn: api.createTicket, onSettled: invalidate });
}
