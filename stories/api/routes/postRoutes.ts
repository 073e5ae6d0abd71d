import { Hono } from 'hono';
import type { ApiState } from '../ApiState.ts';
import { problem } from '../problem.ts';

const PAGE_SIZE = 10;

/** Posts by page: `{ results, nextPage, lastPage }`. Pages are strings from '1'. */
export function postRoutes(state: ApiState): Hono {
  const routes = new Hono();

  routes.get('/', (context) => {
    const { posts } = state.data;
    const last = Math.max(1, Math.ceil(posts.length / PAGE_SIZE));
    const text = context.req.query('page') ?? '1';
    if (!/^[1-9]\d*$/.test(text)) {
      return problem(context, 400, `page is a whole number from 1, got "${text}".`);
    }
    const page = Number(text);
    if (page > last) return problem(context, 404, `There is no page ${text}; the last is ${last}.`);
    return context.json({
      results: posts.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
      nextPage: page < last ? `${page + 1}` : '',
      lastPage: `${last}`,
    });
  });

  return routes;
}
