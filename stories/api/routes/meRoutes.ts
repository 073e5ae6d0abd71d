import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import type { UserRecord } from '../ApiData.ts';
import type { ApiState } from '../ApiState.ts';
import { bearerToken } from '../bearerToken.ts';
import { problem } from '../problem.ts';

/** The user of the session, and its private notes. The token is in a cookie or in a header. */
export function meRoutes(state: ApiState): Hono {
  const routes = new Hono();

  const userOf = (context: Context): UserRecord | undefined => {
    const token = bearerToken(context) ?? getCookie(context, 'session');
    const id = state.sessions.userOf(token ?? '');
    return state.data.users.find((candidate) => candidate.id === id);
  };

  routes.get('/', (context) => {
    const user = userOf(context);
    return user ? context.json(user) : refused(context);
  });

  routes.get('/notes', (context) => {
    const user = userOf(context);
    return user ? context.json(state.sessions.notesOf(user.id)) : refused(context);
  });

  return routes;
}

function refused(context: Context): Response {
  return problem(context, 401, 'You are not logged in.');
}
