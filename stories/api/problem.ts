import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

const titles: Partial<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Content too large',
  422: 'Unprocessable content',
  500: 'Internal server error',
  503: 'Service unavailable',
};

/**
 * An error response as in RFC 9457: `application/problem+json` with a readable `detail`, and
 * `members` of its own.
 */
export function problem(
  context: Context,
  status: ContentfulStatusCode,
  detail: string,
  members: Readonly<Record<string, unknown>> = {},
): Response {
  const title = titles[status] ?? 'Error';
  const body = { type: 'about:blank', title, status, detail, ...members };
  return context.body(JSON.stringify(body), status, {
    'content-type': 'application/problem+json; charset=utf-8',
  });
}
