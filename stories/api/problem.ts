import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

const titles: Partial<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  500: 'Internal server error',
};

/** An error response as in RFC 9457: `application/problem+json` with a readable `detail`. */
export function problem(context: Context, status: ContentfulStatusCode, detail: string): Response {
  const body = { type: 'about:blank', title: titles[status] ?? 'Error', status, detail };
  return context.body(JSON.stringify(body), status, {
    'content-type': 'application/problem+json; charset=utf-8',
  });
}
