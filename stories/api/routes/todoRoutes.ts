import { Hono } from 'hono';
import type { TodoRecord } from '../ApiData.ts';
import type { ApiState } from '../ApiState.ts';
import { problem } from '../problem.ts';
import { readObject } from '../readObject.ts';

/**
 * Todos with everything a resource needs: list with search (`q`), order (`_sort`, `_order`) and
 * pages (`_start`, `_limit`; the total is in the header `x-total-count`), create, read, replace,
 * change, delete. The names are those of json-server.
 */
export function todoRoutes(state: ApiState): Hono {
  const routes = new Hono();
  const find = (id: string): TodoRecord | undefined =>
    state.data.todos.find((todo) => `${todo.id}` === id);

  routes.get('/', (context) => {
    const { q = '', _start: from, _limit: size, _order: order } = context.req.query();
    const [start, limit] = [readCount(from, 0), readCount(size, Infinity)];
    if (start === undefined || limit === undefined) {
      return problem(context, 400, '_start and _limit are whole numbers, 0 or more.');
    }
    const text = q.toLowerCase();
    const found = state.data.todos.filter(({ title }) => title.toLowerCase().includes(text));
    found.sort((a, b) => (order === 'desc' ? b.id - a.id : a.id - b.id));
    return context.json(found.slice(start, start + limit), 200, {
      'x-total-count': `${found.length}`,
    });
  });

  routes.post('/', async (context) => {
    const body = await readObject(context);
    const title = readTitle(body?.title);
    if (title === undefined) return problem(context, 400, 'A todo needs a title.');
    const id = Math.max(0, ...state.data.todos.map((todo) => todo.id)) + 1;
    const todo = { id, title, done: body?.done === true };
    state.data.todos.push(todo);
    return context.json(todo, 201);
  });

  routes.get('/:id', (context) => {
    const todo = find(context.req.param('id'));
    return todo ? context.json(todo) : missing(context);
  });

  routes.on(['PUT', 'PATCH'], '/:id', async (context) => {
    const todo = find(context.req.param('id'));
    if (!todo) return missing(context);
    const body = await readObject(context);
    if (!body) return problem(context, 400, 'The body is not a JSON object.');
    const sent = context.req.method === 'PATCH' ? { ...todo, ...body } : body;
    const title = readTitle(sent.title);
    if (title === undefined) return problem(context, 400, 'A todo needs a title.');
    return context.json(Object.assign(todo, { title, done: sent.done === true }));
  });

  routes.delete('/:id', (context) => {
    const todo = find(context.req.param('id'));
    if (!todo) return missing(context);
    state.data.todos.splice(state.data.todos.indexOf(todo), 1);
    return context.body(null, 204);
  });

  return routes;
}

function missing(context: Parameters<typeof problem>[0]): Response {
  return problem(context, 404, `There is no todo with the id "${context.req.param('id')}".`);
}

function readTitle(title: unknown): string | undefined {
  const text = typeof title === 'string' ? title.trim() : '';
  return text === '' ? undefined : text;
}

/** A whole number from the query, or `undefined`. */
function readCount(text: string | undefined, fallback: number): number | undefined {
  if (text === undefined) return fallback;
  return /^\d+$/.test(text) ? Number(text) : undefined;
}
