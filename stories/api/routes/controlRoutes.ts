import { Hono } from 'hono';
import type { ApiState } from '../ApiState.ts';
import { checkFaults } from '../checkFaults.ts';
import type { Faults } from '../Faults.ts';
import { problem } from '../problem.ts';
import { readObject } from '../readObject.ts';

/** For stories and tests: set faults, cut connections, end sessions, edit as another user, read and clear the request counts, reset. */
export function controlRoutes(state: ApiState): Hono {
  const routes = new Hono();

  routes.get('/', (context) => context.json(state.faults));

  routes.put('/', async (context) => {
    const body = (await readObject(context)) as Partial<Faults> | undefined;
    if (!body) return problem(context, 400, 'The body is not a JSON object.');
    const unknown = Object.keys(body).find((key) => !Object.hasOwn(state.faults, key));
    if (unknown !== undefined) return problem(context, 400, `There is no setting "${unknown}".`);
    const wrong = checkFaults(body);
    if (wrong !== undefined) return problem(context, 400, wrong);
    Object.assign(state.faults, body);
    return context.json(state.faults);
  });

  routes.get('/requests', (context) => context.json(Object.fromEntries(state.requests)));

  routes.delete('/requests', (context) => {
    state.requests.clear();
    return context.body(null, 204);
  });

  routes.post('/drop', (context) => {
    state.gauges.restart();
    return context.body(null, 204);
  });

  routes.post('/stop-events', (context) => {
    state.locks.stop();
    return context.body(null, 204);
  });

  routes.delete('/sessions', (context) => {
    state.sessions.reset();
    return context.body(null, 204);
  });

  routes.post('/colleague', (context) => context.json(state.tickets.editAsColleague()));

  routes.post('/reset', (context) => {
    state.reset();
    return context.body(null, 204);
  });

  return routes;
}
