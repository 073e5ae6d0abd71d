import { Hono } from 'hono';
import type { UserRecord } from '../ApiData.ts';
import type { ApiState } from '../ApiState.ts';
import { problem } from '../problem.ts';
import { readObject } from '../readObject.ts';

/** List, create, rename and delete users. */
export function userRoutes(state: ApiState): Hono {
  const routes = new Hono();
  const find = (id: string): UserRecord | undefined =>
    state.data.users.find((user) => user.id === id);

  routes.get('/', (context) => context.json(state.data.users));

  routes.post('/', async (context) => {
    const body = await readObject(context);
    if (!body) return problem(context, 400, 'The body is not a JSON object.');
    const name = readName(body);
    if (name === undefined) return problem(context, 400, 'A user needs a name.');
    const id = body.id ?? nextId(state.data.users);
    if (typeof id !== 'string' || id === '') {
      return problem(context, 400, 'The id of a user is a non-empty string.');
    }
    if (find(id)) return problem(context, 409, `There is a user with the id "${id}" already.`);
    const user = { id, name };
    state.data.users.push(user);
    return context.json(user, 201);
  });

  routes.put('/:id', async (context) => {
    const id = context.req.param('id');
    const user = find(id);
    if (!user) return problem(context, 404, `There is no user with the id "${id}".`);
    const body = await readObject(context);
    if (!body) return problem(context, 400, 'The body is not a JSON object.');
    const name = readName(body);
    if (name === undefined) return problem(context, 400, 'A user needs a name.');
    if (body.id !== undefined && body.id !== id) {
      return problem(context, 400, 'The id in the body is not the id in the path.');
    }
    user.name = name;
    return context.json(user);
  });

  routes.delete('/:id', (context) => {
    const id = context.req.param('id');
    const user = find(id);
    if (!user) return problem(context, 404, `There is no user with the id "${id}".`);
    state.data.users.splice(state.data.users.indexOf(user), 1);
    return context.json(user);
  });

  return routes;
}

function readName(body: Record<string, unknown>): string | undefined {
  const name = typeof body.name === 'string' ? body.name.trim() : '';
  return name === '' ? undefined : name;
}

function nextId(users: readonly UserRecord[]): string {
  const numbers = users.map((user) => Number(user.id)).filter(Number.isInteger);
  return `${Math.max(0, ...numbers) + 1}`;
}
