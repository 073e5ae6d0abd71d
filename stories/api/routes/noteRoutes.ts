import { type Context, Hono } from 'hono';
import type { ApiState } from '../ApiState.ts';
import { problem } from '../problem.ts';
import { readObject } from '../readObject.ts';

/**
 * Notes: list, create, rename and delete. A repeated `POST` with the same `Idempotency-Key` returns the
 * note of the first one; 422 refuses a title.
 */
export function noteRoutes(state: ApiState): Hono {
  const { notes } = state;
  const routes = new Hono();

  routes.get('/', (context) => context.json(notes.all));

  routes.post('/', async (context) => {
    const { title, at } = (await readObject(context)) ?? {};
    const wrong = notes.check(title);
    if (wrong !== undefined) return problem(context, 422, wrong);
    const writtenAt = typeof at === 'number' ? at : Date.now();
    const key = context.req.header('idempotency-key');
    // The cast holds: the title is checked.
    return context.json(notes.add(title as string, writtenAt, key), 201);
  });

  routes.patch('/:id', async (context) => {
    const note = notes.find(Number(context.req.param('id')));
    if (!note) return missing(context);
    const { title } = (await readObject(context)) ?? {};
    const wrong = notes.check(title);
    if (wrong !== undefined) return problem(context, 422, wrong);
    // The cast holds: the title is checked.
    return context.json(notes.rename(note, title as string));
  });

  routes.delete('/:id', (context) => {
    const note = notes.find(Number(context.req.param('id')));
    if (!note) return missing(context);
    notes.remove(note);
    return context.body(null, 204);
  });

  return routes;
}

function missing(context: Context): Response {
  return problem(context, 404, 'There is no such note.');
}
