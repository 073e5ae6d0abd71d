import { resource, RestEndpoint, type RestOptions } from 'streambed';
import { Todo } from './Todo.ts';

/** Puts the number of all todos, which the server tells in a header, beside those of a page. */
class TodoEndpoint<O extends RestOptions> extends RestEndpoint<O> {
  override async parseResponse(response: Response, url?: string): Promise<unknown> {
    const answer = await super.parseResponse(response, url);
    if (!Array.isArray(answer)) return answer;
    return { results: answer, total: Number(response.headers.get('x-total-count')) };
  }
}

/** How a list of todos is asked for. Names with `_` say nothing of its members. */
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
  getList: base.getList.extend({ schema: { results: base.getList.schema, total: 0 } }),
}));
