/** The members of a ticket that are written. */
export type TicketPart = { readonly status?: string; readonly rank?: number };

/** A ticket as the server has it. */
export interface ServerTicket {
  readonly id: string;
  readonly status: string;
  readonly rank: number;
}

/** A page of a list, with the number of all its tickets. */
export interface ServerPage {
  readonly items: readonly ServerTicket[];
  readonly total: number;
}

/** How many tickets a page has. */
export const PAGE_SIZE = 3;

/** The order of the lists. No two tickets are equal in it. */
export function compareTickets(a: Partial<ServerTicket>, b: Partial<ServerTicket>): number {
  return (a.rank ?? 0) - (b.rank ?? 0) || Number(a.id) - Number(b.id);
}

/** A server that filters tickets by status, sorts them by rank, and sends them in pages. */
export class PageServer {
  readonly tickets = new Map<string, ServerTicket>();
  #lastId = 0;

  constructor() {
    for (let rank = 1; rank <= 9; rank++)
      this.create({ rank, status: rank % 3 ? 'open' : 'closed' });
  }

  create(part: TicketPart): ServerTicket {
    const id = `${++this.#lastId}`;
    const ticket = { id, status: 'open', rank: 5, ...part };
    this.tickets.set(id, ticket);
    return ticket;
  }

  /** Returns the ticket after the change; `undefined` if it was removed. */
  change(id: string, part: TicketPart): ServerTicket | undefined {
    const ticket = this.tickets.get(id);
    if (!ticket) return undefined;
    const next = { ...ticket, ...part };
    this.tickets.set(id, next);
    return next;
  }

  /** All tickets of a list, in its order. */
  list(status: string): readonly ServerTicket[] {
    return [...this.tickets.values()]
      .filter((ticket) => ticket.status === status)
      .sort(compareTickets);
  }

  page(status: string, offset: number): ServerPage {
    const tickets = this.list(status);
    return { items: tickets.slice(offset, offset + PAGE_SIZE), total: tickets.length };
  }
}
