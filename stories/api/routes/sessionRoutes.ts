import { Hono } from 'hono';
import type { ApiState } from '../ApiState.ts';
import { bearerToken } from '../bearerToken.ts';
import { problem } from '../problem.ts';
import { readObject } from '../readObject.ts';

/** Log in: `POST { id, password }` → `{ token }`. Log out: `DELETE` with the token in the header. */
export function sessionRoutes(state: ApiState): Hono {
  const routes = new Hono();

  routes.post('/', async (context) => {
    const body = await readObject(context);
    const token = state.sessions.start(body?.id, body?.password);
    return token === undefined
      ? problem(context, 401, 'The password is wrong.')
      : context.json({ token }, 201);
  });

  routes.delete('/', (context) => {
    state.sessions.end(bearerToken(context) ?? '');
    return context.body(null, 204);
  });

  return routes;
}
