import { Entity } from 'streambed';

export const statuses = ['open', 'pending', 'closed'] as const;
export const priorities = ['low', 'normal', 'high', 'urgent'] as const;
export const assignees = ['Amara', 'Bjarne', 'Chiara'] as const;

export type Status = (typeof statuses)[number];
export type Priority = (typeof priorities)[number];
export type Assignee = (typeof assignees)[number];

/** A ticket of the support desk. */
export class Ticket extends Entity {
  /** Older tickets have lower ids. */
  id = 0;
  subject = '';
  customer = '';
  status: Status = 'open';
  priority: Priority = 'normal';
  assignee: Assignee = 'Amara';
  static override readonly key = 'Ticket';
}
