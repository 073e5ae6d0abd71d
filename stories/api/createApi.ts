import { Hono } from 'hono';
import { allowLoopback } from './allowLoopback.ts';
import type { ApiOptions } from './ApiOptions.ts';
import { ApiState } from './ApiState.ts';
import { countRequests } from './countRequests.ts';
import { injectFaults } from './injectFaults.ts';
import { problem } from './problem.ts';
import { controlRoutes } from './routes/controlRoutes.ts';
import { feedRoutes } from './routes/feedRoutes.ts';
import { gaugeRoutes } from './routes/gaugeRoutes.ts';
import { journalRoutes } from './routes/journalRoutes.ts';
import { lockRoutes } from './routes/lockRoutes.ts';
import { meRoutes } from './routes/meRoutes.ts';
import { noteRoutes } from './routes/noteRoutes.ts';
import { photoRoutes } from './routes/photoRoutes.ts';
import { postRoutes } from './routes/postRoutes.ts';
import { profileRoutes } from './routes/profileRoutes.ts';
import { sessionRoutes } from './routes/sessionRoutes.ts';
import { sightingRoutes } from './routes/sightingRoutes.ts';
import { ticketRoutes } from './routes/ticketRoutes.ts';
import { todoRoutes } from './routes/todoRoutes.ts';
import { userRoutes } from './routes/userRoutes.ts';
import { workOrderRoutes } from './routes/workOrderRoutes.ts';

/** The demo API without a server: `app.request('/users')` responds, `state` is its state. */
export function createApi(options: ApiOptions = {}): { app: Hono; state: ApiState } {
  const state = new ApiState(options);
  const app = new Hono();

  app.use(allowLoopback());
  app.use(async (context, next) => {
    await next();
    // The stories are about Streambed's cache: the browser's own must not respond in its place.
    context.header('cache-control', 'no-store');
  });
  app.route('/_control', controlRoutes(state));

  app.use(countRequests(state), injectFaults(state));
  app.route('/users', userRoutes(state));
  app.route('/feed', feedRoutes(state));
  app.route('/gauges', gaugeRoutes(state));
  app.route('/orders', workOrderRoutes(state));
  app.route('/journal', journalRoutes(state));
  app.route('/locks', lockRoutes(state));
  app.route('/me', meRoutes(state));
  app.route('/notes', noteRoutes(state));
  app.route('/photos', photoRoutes(state));
  app.route('/profiles', profileRoutes(state));
  app.route('/post', postRoutes(state));
  app.route('/session', sessionRoutes(state));
  app.route('/sightings', sightingRoutes(state));
  app.route('/tickets', ticketRoutes(state));
  app.route('/todos', todoRoutes(state));

  app.notFound((context) =>
    problem(context, 404, `There is nothing at ${context.req.method} ${context.req.path}.`),
  );
  app.onError((error, context) => problem(context, 500, error.message));
  return { app, state };
}
