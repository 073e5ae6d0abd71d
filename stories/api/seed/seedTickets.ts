import type { TicketRecord } from '../Tickets.ts';

type Row = readonly [
  subject: string,
  customer: string,
  status: TicketRecord['status'],
  priority: TicketRecord['priority'],
  assignee: TicketRecord['assignee'],
];

const rows: readonly Row[] = [
  ['The canoe booked for Saturday is gone', 'Ines Duarte', 'open', 'urgent', 'Amara'],
  ['Refund for a cancelled boat tour', 'Jonas Weber', 'open', 'normal', 'Bjarne'],
  ['Permit for night fishing', 'Mei Tanaka', 'pending', 'normal', 'Chiara'],
  ['The app shows the level of last week', 'Tom Ashby', 'open', 'high', 'Amara'],
  ['Lost a red jacket at the old mill', 'Lea Moreau', 'closed', 'low', 'Bjarne'],
  ['Invoice without our address', 'Hofmann & Sons', 'pending', 'high', 'Bjarne'],
  ['Is the towpath open for bicycles?', 'Priya Nair', 'open', 'low', 'Chiara'],
  ['Cannot sign in after a new phone', 'Samir Haddad', 'open', 'high', 'Chiara'],
  ['A life jacket that does not close', 'Rowing club Elm', 'open', 'urgent', 'Bjarne'],
  ['Group price for a school class', 'Greta Lund', 'pending', 'low', 'Amara'],
  ['The lock did not open at noon', 'Pavel Novak', 'closed', 'high', 'Amara'],
  ['Change the date of a guided walk', 'Olu Adeyemi', 'open', 'normal', 'Amara'],
  ['Two charges for one ticket', 'Nora Kelly', 'pending', 'urgent', 'Chiara'],
  ['Where may dogs swim?', 'Felix Brandt', 'closed', 'low', 'Chiara'],
  ['The jetty is slippery', 'Sofia Rossi', 'open', 'normal', 'Chiara'],
  ['A voucher that has no code', 'Emil Strand', 'closed', 'normal', 'Bjarne'],
];

/** 16 tickets, the oldest first: eight open, four pending, four closed. */
export const seedTickets: readonly TicketRecord[] = rows.map(
  ([subject, customer, status, priority, assignee], index) => ({
    id: 101 + index,
    subject,
    customer,
    status,
    priority,
    assignee,
  }),
);
