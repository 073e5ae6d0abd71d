import { Hono } from 'hono';
import type { ApiState } from '../ApiState.ts';
import { problem } from '../problem.ts';

/** The journal in pages: `GET ?after=9951` → `{ results, next }`. `POST` adds a post. */
export function journalRoutes(state: ApiState): Hono {
  const routes = new Hono();
  routes.get('/', (context) => {
    const after = Number(context.req.query('after') ?? Infinity);
    if (Number.isNaN(after)) return problem(context, 400, 'after is the id of a post.');
    const page = state.journal.page(after);
    return page ? context.json(page) : problem(context, 503, 'The journal is busy. Try again.');
  });
  routes.post('/', (context) => context.json(state.journal.add(), 201));
  return routes;
}
