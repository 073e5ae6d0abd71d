import { Hono } from 'hono';
import type { ApiState } from '../ApiState.ts';
import { problem } from '../problem.ts';
import { readObject } from '../readObject.ts';

/** Sightings: list, and report one. 422 has `errors`, one text per wrong member. */
export function sightingRoutes(state: ApiState): Hono {
  const routes = new Hono();

  routes.get('/', (context) => context.json(state.sightings.all));

  routes.post('/', async (context) => {
    const body = await readObject(context);
    if (!body) return problem(context, 400, 'The body is not a JSON object.');
    const errors = state.sightings.check(body);
    return Object.keys(errors).length > 0
      ? problem(context, 422, 'Some fields are not right.', { errors })
      : context.json(state.sightings.add(body), 201);
  });

  return routes;
}
