import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import type { ApiState } from '../ApiState.ts';
import { problem } from '../problem.ts';

/** The value of the cookie `session`, and the id of its user. */
const sessions = new Map([['hunter2', '1']]);

/** The user of the session. */
export function meRoutes(state: ApiState): Hono {
  const routes = new Hono();
  routes.get('/', (context) => {
    const id = sessions.get(getCookie(context, 'session') ?? '');
    const user = state.data.users.find((candidate) => candidate.id === id);
    return user ? context.json(user) : problem(context, 401, 'You are not logged in.');
  });
  return routes;
}
