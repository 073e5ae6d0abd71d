import { Hono } from 'hono';
import type { ApiState } from '../ApiState.ts';

/** `/feed` sends links and posts only; `/feed/mixed` also sends types that clients do not map. */
export function feedRoutes(state: ApiState): Hono {
  const routes = new Hono();
  routes.get('/', (context) => context.json(state.data.feed));
  routes.get('/mixed', (context) => context.json(state.data.mixedFeed));
  return routes;
}
