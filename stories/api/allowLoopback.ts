import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';

const LOOPBACK = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

/** CORS for pages served from this machine, on any port; other origins get no permission. */
export function allowLoopback(): MiddlewareHandler {
  return cors({
    origin: (origin) => (LOOPBACK.test(origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposeHeaders: ['x-total-count'],
    maxAge: 600,
  });
}
