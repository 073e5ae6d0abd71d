import type { MiddlewareHandler } from 'hono';
import type { ApiState } from './ApiState.ts';

/** Counts each request under `METHOD /path?query` when it arrives. */
export function countRequests(state: ApiState): MiddlewareHandler {
  return async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    const name = `${context.req.method} ${pathname}${search}`;
    state.requests.set(name, (state.requests.get(name) ?? 0) + 1);
    await next();
  };
}
