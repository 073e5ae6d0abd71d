import { applyMessages, webSocketSource } from 'streambed/live';
import { apiUrl } from '../ui/apiUrl.ts';
import { Ticket } from './Ticket.ts';
import { TicketResource } from './TicketResource.ts';

type TicketData = Pick<Ticket, 'id'> & Partial<Ticket>;

/** Each ticket that has changed, whoever has changed it. */
const ticketSource = webSocketSource<{ before: TicketData; after: TicketData }>({
  url: () => `${apiUrl().replace(/^http/, 'ws')}/tickets`,
  maxDelay: 1_000,
});

/** Writes each message into the store. The lists and counts follow. */
export const followTickets = applyMessages(
  ticketSource,
  (store, { before, after }) => {
    // Of a ticket that the store does not know, only the difference tells which lists and counts change.
    if (!store.get(Ticket, { id: after.id })) store.set(Ticket, before);
    store.set(Ticket, after);
  },
  {
    onGap: (store) => {
      store.expireAll(TicketResource.getList);
      store.expireAll(TicketResource.getCount);
    },
  },
);
