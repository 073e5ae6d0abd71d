import { resource, RestEndpoint, schema } from 'streambed';
import { client } from '../ui/client';
import type { NewTicketData, TicketChange, TicketFilter, TicketOrder } from '../ui/ticket';
import { Comment, Ticket } from './Ticket';

const shared = {
  urlPrefix: '/api',
  requestInit: { headers: { 'x-client': client } },
  // Events keep the data up to date.
  dataExpiryLength: 600_000,
};

/** Tickets and their lists. No code changes a list: an edited ticket leaves and joins by itself. */
export const TicketResource = resource({
  ...shared,
  path: '/tickets/:id',
  schema: Ticket,
  searchParams: {} as Partial<TicketFilter> & { orderBy?: TicketOrder },
  optimistic: true,
  sort: (a, b, { orderBy }) =>
    (orderBy === 'subject' && compare(a.subject, b.subject)) ||
    (orderBy === 'updated' && b.updatedAt - a.updatedAt) ||
    (orderBy === 'priority' && b.priority - a.priority) ||
    a.id - b.id,
}).extend(({ getList, partialUpdate }) => ({
  getList: getList.extend({
    schema: { items: getList.schema, total: getList.schema.count },
    pages: {
      next: ({ items, total }) => (items.length < total ? { offset: items.length } : null),
    },
  }),
  /** How many tickets match, without the tickets. */
  getCount: getList.extend({
    path: '/tickets/count',
    searchParams: {} as TicketFilter,
    schema: getList.schema.count,
  }),
  partialUpdate: partialUpdate.extend({
    body: {} as TicketChange,
    getOptimisticResponse: (_, { id }, change) => ({ id, ...change, updatedAt: Date.now() }),
  }),
  create: getList.push.extend({
    searchParams: undefined,
    body: {} as NewTicketData,
    getOptimisticResponse: (_, ticket) => ({ ...ticket, status: 'open', updatedAt: Date.now() }),
  }),
}));

export const getComments = new RestEndpoint({
  ...shared,
  path: '/tickets/:ticketId/comments',
  schema: new schema.Collection([Comment]),
});

export const addComment = getComments.push.extend({
  body: {} as { text: string },
  getOptimisticResponse(snapshot, { ticketId }, { text }) {
    const ticket = snapshot.get(Ticket, { id: ticketId });
    const updatedAt = Date.now();
    return {
      ticketId,
      author: 'Amara',
      text,
      createdAt: updatedAt,
      ticket: ticket && { id: ticketId, commentCount: ticket.commentCount + 1, updatedAt },
    };
  },
});

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
