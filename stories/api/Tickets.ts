import type { WebSocket } from 'ws';
import { seedTickets } from './seed/seedTickets.ts';

export const ticketStatuses = ['open', 'pending', 'closed'] as const;
export const ticketPriorities = ['low', 'normal', 'high', 'urgent'] as const;
export const ticketAssignees = ['Amara', 'Bjarne', 'Chiara'] as const;

/** A support ticket as the API sends it. */
export interface TicketRecord {
  readonly id: number;
  readonly subject: string;
  readonly customer: string;
  readonly status: (typeof ticketStatuses)[number];
  readonly priority: (typeof ticketPriorities)[number];
  readonly assignee: (typeof ticketAssignees)[number];
}

/** The members of a ticket that an edit may change. */
export type TicketEdit = Partial<Pick<TicketRecord, 'status' | 'priority' | 'assignee'>>;

/** Which tickets: those with one of the statuses and one of the assignees. */
export interface TicketQuery {
  /** None: all. */
  readonly status: readonly string[];
  /** None: all. */
  readonly assignee: readonly string[];
}

/** The tickets of a support desk. Sockets get each change. */
export class Tickets {
  #records: TicketRecord[] = [];
  #edits = 0;
  readonly #sockets = new Set<WebSocket>();

  constructor() {
    this.reset();
  }

  get all(): readonly TicketRecord[] {
    return this.#records;
  }

  reset(): void {
    this.#records = structuredClone([...seedTickets]);
    this.#edits = 0;
  }

  /** The tickets that match, by subject or by priority: the most urgent first, of these the oldest. */
  list({ status, assignee }: TicketQuery, orderBy: 'priority' | 'subject'): TicketRecord[] {
    const found = this.#records.filter(
      (ticket) =>
        (status.length === 0 || status.includes(ticket.status)) &&
        (assignee.length === 0 || assignee.includes(ticket.assignee)),
    );
    const rank = ({ priority }: TicketRecord): number => -ticketPriorities.indexOf(priority);
    return found.sort((a, b) =>
      orderBy === 'subject'
        ? a.subject.localeCompare(b.subject, 'en')
        : rank(a) - rank(b) || a.id - b.id,
    );
  }

  find(id: number): TicketRecord | undefined {
    return this.#records.find((ticket) => ticket.id === id);
  }

  /** Changes a ticket, and sends what it was and what it is to all sockets. */
  edit(ticket: TicketRecord, edit: TicketEdit): TicketRecord {
    const edited = { ...ticket, ...edit };
    this.#records[this.#records.indexOf(ticket)] = edited;
    const text = JSON.stringify({ before: ticket, after: edited });
    for (const socket of this.#sockets) socket.send(text);
    return edited;
  }

  /** The edit of a colleague: the same ones in the same order after each reset. */
  editAsColleague(): TicketRecord {
    const step = this.#edits++;
    // A step that is coprime to the count reaches every ticket.
    const ticket = this.#records[(step * 7 + 3) % this.#records.length];
    return this.edit(
      ticket,
      step % 2 === 0
        ? { status: after(ticketStatuses, ticket.status) }
        : { assignee: after(ticketAssignees, ticket.assignee), priority: 'urgent' },
    );
  }

  readonly connect = (socket: WebSocket): void => {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
  };
}

function after<T>(values: readonly T[], value: T): T {
  return values[(values.indexOf(value) + 1) % values.length];
}
