import { resource } from 'streambed';
import { type Assignee, priorities, type Status, Ticket } from './Ticket.ts';

/** Which tickets, as search parameters. Several statuses: tickets with one of them. */
interface TicketFilter {
  status?: readonly Status[];
  assignee?: Assignee | undefined;
}

export type TicketOrder = 'priority' | 'subject';

const anyList: TicketFilter & { orderBy?: TicketOrder } = {};
const anyCount: TicketFilter = {};

/** Tickets and their lists, which follow each edit: a ticket leaves and joins lists by itself. */
export const TicketResource = resource({
  path: '/tickets/:id',
  schema: Ticket,
  searchParams: anyList,
  optimistic: true,
  /** By subject, or by two columns: the most urgent first, of these the oldest. */
  sort: (a, b, { orderBy }) =>
    orderBy === 'subject'
      ? a.subject.localeCompare(b.subject, 'en')
      : priorities.indexOf(b.priority) - priorities.indexOf(a.priority) || a.id - b.id,
}).extend((base) => ({
  getList: base.getList.extend({
    schema: { items: base.getList.schema, total: base.getList.schema.count },
  }),
  /** How many tickets match, without the tickets. */
  getCount: base.getList.extend({
    path: '/tickets/count',
    searchParams: anyCount,
    schema: base.getList.schema.count,
  }),
}));
