import { Hono } from 'hono';
import type { ApiState } from '../ApiState.ts';
import { problem } from '../problem.ts';

/** All profiles, or one. */
export function profileRoutes(state: ApiState): Hono {
  const routes = new Hono();

  routes.get('/', (context) => context.json(state.data.profiles));

  routes.get('/:id', (context) => {
    const id = context.req.param('id');
    const profile = state.data.profiles.find((candidate) => candidate.id === id);
    if (!profile) return problem(context, 404, `There is no profile with the id "${id}".`);
    return context.json(profile);
  });

  return routes;
}
