import { Invalidate } from 'streambed';
import { applyMessages, eventSource } from 'streambed/live';
import { client } from '../ui/client';
import type { CommentData, TicketData } from '../ui/ticket';
import { Ticket } from './Ticket';
import { getComments, TicketResource } from './TicketResource';

/** A change by another page or by the server. New tickets have no `before`, deleted ones no `after`. */
type DeskEvent =
  | { before?: never; after: TicketData; comment?: never }
  | { before: TicketData; after?: TicketData; comment?: CommentData };

const events = eventSource<DeskEvent>({ url: `/api/events?client=${client}` });

/** Writes each event into the store. The lists and counts follow. */
export const followDesk = applyMessages(
  events,
  (store, { before, after, comment }) => {
    if (!before) return store.set(TicketResource.getList.schema.items.push, after);
    // Of a ticket that the store does not know, only the difference tells which lists and counts change.
    if (!store.get(Ticket, { id: before.id })) store.set(Ticket, before);
    if (after) store.set(Ticket, after);
    else store.set(new Invalidate(Ticket), before.id);
    if (comment) store.set(getComments.schema.push, comment);
  },
  {
    onGap(store) {
      store.expireAll(TicketResource.getList);
      store.expireAll(TicketResource.getCount);
      store.expireAll(getComments);
    },
  },
);
