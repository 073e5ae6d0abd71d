import { Entity, type EntityMeta } from 'streambed';
import type { Assignee, CommentData, Status, TicketData } from '../ui/ticket';

/** A ticket of the support desk. */
export class Ticket extends Entity implements TicketData {
  id = 0;
  subject = '';
  customer = '';
  status: Status = 'open';
  assignee: Assignee = 'Amara';
  priority = 2;
  updatedAt = 0;
  commentCount = 0;
  static key = 'Ticket';

  /** Events and responses may overtake each other: the later change wins. */
  static shouldReorder(_: EntityMeta, __: EntityMeta, stored: TicketData, given: TicketData) {
    return given.updatedAt < stored.updatedAt;
  }
}

/** A comment. The response to a new one has its ticket, too. */
export class Comment extends Entity implements CommentData {
  id = 0;
  ticketId = 0;
  author = '';
  text = '';
  createdAt = 0;
  static key = 'Comment';
  static schema = { ticket: Ticket };
}
