import { Hono } from 'hono';
import type { ApiState } from '../ApiState.ts';

/** All river gauges; `/rain` is a number that moves each time it is asked for. */
export function gaugeRoutes(state: ApiState): Hono {
  const routes = new Hono();
  let asked = 0;
  routes.get('/', (context) => context.json(state.gauges.all));
  routes.get('/rain', (context) => {
    const mm = Math.round(10 * (2.4 + 1.9 * Math.sin(asked++ / 3))) / 10;
    return context.json({ mm, at: Date.now() });
  });
  return routes;
}
