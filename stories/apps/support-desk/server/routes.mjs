import { Desk } from './Desk.mjs';
import { Events } from './Events.mjs';

/** What a route throws to respond with a status. */
export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const desk = new Desk();
export const events = new Events();

/** Method and path, with what responds: a value is the body, `undefined` an empty response. */
export const routes = [
  [
    'GET /api/tickets',
    ({ search }) => ({
      items: desk.list(filterIn(search), ...paging(search)),
      total: desk.count(filterIn(search)),
    }),
  ],
  ['GET /api/tickets/count', ({ search }) => desk.count(filterIn(search))],
  ['GET /api/tickets/:id', ({ id }) => found(id)],
  [
    'POST /api/tickets',
    ({ body, client }) => {
      if (!body.subject) throw new Refusal(422, 'A ticket needs a subject.');
      const after = desk.create(body);
      events.send({ after }, client);
      return after;
    },
  ],
  [
    'PATCH /api/tickets/:id',
    ({ id, body, client }) => {
      const before = found(id);
      const after = desk.change(id, body);
      events.send({ before, after }, client);
      return after;
    },
  ],
  [
    'DELETE /api/tickets/:id',
    ({ id, client }) => {
      const before = found(id);
      desk.remove(id);
      events.send({ before }, client);
    },
  ],
  ['GET /api/tickets/:id/comments', ({ id }) => desk.comments(found(id).id)],
  [
    'POST /api/tickets/:id/comments',
    ({ id, body, client }) => {
      const before = found(id);
      const comment = desk.comment(id, { author: 'Amara', text: body.text });
      const after = desk.find(id);
      events.send({ before, after, comment }, client);
      // With its ticket, whose count of comments has changed.
      return { ...comment, ticket: after };
    },
  ],
  // A job of the server: old tickets get more urgent.
  [
    'POST /api/escalate',
    ({ body }) => {
      for (const before of desk.list({ status: ['open'] }, 'priority', 0, -1)) {
        if (before.priority !== body.priority || before.id > body.upTo) continue;
        events.send({ before, after: desk.change(before.id, { priority: before.priority + 1 }) });
      }
    },
  ],
  // A whole list, to compare a page with it.
  [
    'GET /api/all',
    ({ search }) => desk.list(filterIn(search), search.get('orderBy') ?? 'priority', 0, -1),
  ],
];

function found(id) {
  const ticket = desk.find(id);
  if (!ticket) throw new Refusal(404, `There is no ticket ${id}.`);
  return ticket;
}

function filterIn(search) {
  return { status: search.getAll('status'), assignee: search.getAll('assignee') };
}

function paging(search) {
  return [search.get('orderBy') ?? 'priority', Number(search.get('offset') ?? 0)];
}
