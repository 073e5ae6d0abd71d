import { Hono } from 'hono';
import type { ApiState } from '../ApiState.ts';

/** The first work orders: `?count=100000`, default 1,000. */
export function workOrderRoutes(state: ApiState): Hono {
  const routes = new Hono();
  routes.get('/', (context) => {
    const count = Number(context.req.query('count') ?? 1_000);
    return context.json(state.orders.first(Number.isInteger(count) && count >= 0 ? count : 0));
  });
  return routes;
}
