import { resource, RestEndpoint, type RestOptions } from 'streambed';
import { Todo } from './Todo.ts';

/** Adds the total number of todos, which the server sends in a header, to those of a page. */
class TodoEndpoint<O extends RestOptions> extends RestEndpoint<O> {
  override async parseResponse(response: Response, url?: string): Promise<unknown> {
    const body = await super.parseResponse(response, url);
    if (!Array.isArray(body)) return body;
    return { results: body, total: Number(response.headers.get('x-total-count')) };
  }
}

/** The search parameters of a todo list. Names with `_` do not filter its members. */
interface TodoQuery {
  q?: string | undefined;
  _sort?: 'id';
  _order?: 'asc' | 'desc';
  _limit?: number;
  _start?: number;
}

const anyQuery: TodoQuery = {};

/** Todos, edited optimistically: list with search and pages, create, read, replace, change, delete. */
export const TodoResource = resource({
  path: '/todos/:id',
  schema: Todo,
  searchParams: anyQuery,
  paginationField: '_start',
  nonFilterArgumentKeys: /^_/,
  optimistic: true,
  Endpoint: TodoEndpoint,
}).extend((base) => ({
  getList: base.getList.extend({
    schema: { results: base.getList.schema, total: 0 },
    pages: {
      next: ({ results, total }) => (results.length < total ? { _start: results.length } : null),
    },
  }),
}));
