import { Hono } from 'hono';
import type { ApiState } from '../ApiState.ts';
import { problem } from '../problem.ts';
import { readObject } from '../readObject.ts';
import {
  ticketAssignees,
  type TicketEdit,
  ticketPriorities,
  type TicketQuery,
  ticketStatuses,
} from '../Tickets.ts';

/** What an edit may set. */
const choices: Readonly<Record<string, readonly string[]>> = {
  status: ticketStatuses,
  priority: ticketPriorities,
  assignee: ticketAssignees,
};

/**
 * Tickets: `GET ?status=open&status=pending&assignee=Amara&orderBy=priority` → `{ items, total }`,
 * `GET /count` with the same filter → a number, read and change one.
 */
export function ticketRoutes(state: ApiState): Hono {
  const routes = new Hono();

  routes.get('/', (context) => {
    const orderBy = context.req.query('orderBy') === 'subject' ? 'subject' : 'priority';
    const items = state.tickets.list(filterOf(context.req.queries()), orderBy);
    return context.json({ items, total: items.length });
  });

  routes.get('/count', (context) =>
    context.json(state.tickets.list(filterOf(context.req.queries()), 'priority').length),
  );

  routes.get('/:id', (context) => {
    const ticket = state.tickets.find(Number(context.req.param('id')));
    return ticket ? context.json(ticket) : problem(context, 404, 'There is no such ticket.');
  });

  routes.patch('/:id', async (context) => {
    const ticket = state.tickets.find(Number(context.req.param('id')));
    if (!ticket) return problem(context, 404, 'There is no such ticket.');
    const body = await readObject(context);
    if (!body) return problem(context, 400, 'The body is not a JSON object.');
    for (const [name, value] of Object.entries(body)) {
      const allowed = Object.hasOwn(choices, name) ? choices[name] : [];
      if (!allowed.includes(String(value))) {
        return problem(context, 400, `A ticket cannot have this ${name}.`);
      }
    }
    // The cast holds: each member was found among its choices.
    return context.json(state.tickets.edit(ticket, body as TicketEdit));
  });

  return routes;
}

function filterOf({ status = [], assignee = [] }: Record<string, string[]>): TicketQuery {
  return { status, assignee };
}
