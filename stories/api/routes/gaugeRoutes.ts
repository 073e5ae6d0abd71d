import { Hono } from 'hono';
import type { ApiState } from '../ApiState.ts';

/** All river gauges; `/rain` is a number that changes with each request. */
export function gaugeRoutes(state: ApiState): Hono {
  const routes = new Hono();
  let count = 0;
  routes.get('/', (context) => context.json(state.gauges.all));
  routes.get('/rain', (context) => {
    const mm = Math.round(10 * (2.4 + 1.9 * Math.sin(count++ / 3))) / 10;
    return context.json({ mm, at: Date.now() });
  });
  return routes;
}
