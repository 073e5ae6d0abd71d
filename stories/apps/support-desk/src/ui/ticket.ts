export const statuses = ['open', 'pending', 'closed'] as const;
export const assignees = ['Amara', 'Bjarne', 'Chiara'] as const;
export const orders = ['priority', 'subject', 'updated'] as const;
/** The name of a priority is at its index. */
export const priorityNames = ['', 'low', 'normal', 'high', 'urgent'] as const;

export type Status = (typeof statuses)[number];
export type Assignee = (typeof assignees)[number];
export type TicketOrder = (typeof orders)[number];

/** A ticket as the server sends it. */
export interface TicketData {
  id: number;
  subject: string;
  customer: string;
  status: Status;
  assignee: Assignee;
  /** From 1, low, to 4, urgent. */
  priority: number;
  /** Milliseconds. Each change has a later time. */
  updatedAt: number;
  commentCount: number;
}

export interface CommentData {
  id: number;
  ticketId: number;
  author: string;
  text: string;
  createdAt: number;
}

/** What the page calls a ticket: one that the server does not have has a placeholder id. */
export function numberOf({ id }: TicketData): string {
  return typeof id === 'number' ? `#${id}` : '#new';
}

/** The members that a user edits. */
export type TicketChange = Partial<Pick<TicketData, 'status' | 'assignee' | 'priority'>>;

/** What a user fills in for a new ticket. */
export type NewTicketData = Pick<TicketData, 'subject' | 'customer' | 'assignee' | 'priority'>;

/** Which tickets: those with one of the statuses, and of the assignee if there is one. */
export interface TicketFilter {
  status: readonly Status[];
  assignee?: Assignee | undefined;
}
