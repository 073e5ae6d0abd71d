import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { ApiState } from '../ApiState.ts';
import type { LockEvent } from '../Locks.ts';
import { problem } from '../problem.ts';

/**
 * Locks: list, and server-sent events `lock`. `GET /events?after=7` begins with the events after
 * number 7; without `after`, with the next one.
 */
export function lockRoutes(state: ApiState): Hono {
  const routes = new Hono();

  routes.get('/', (context) => context.json(state.locks.all));

  routes.get('/events', (context) => {
    if (state.locks.isStopped) return problem(context, 503, 'The events are down.');
    const after = context.req.query('after') ?? '';
    return streamSSE(context, async (stream) => {
      const send = (event: LockEvent): void =>
        void stream.writeSSE({ event: 'lock', id: `${event.id}`, data: JSON.stringify(event) });
      if (after !== '') for (const event of state.locks.since(Number(after))) send(event);
      let leave: (() => void) | undefined;
      await new Promise<void>((ended) => {
        leave = state.locks.follow({ next: send, end: ended });
        stream.onAbort(ended);
      });
      leave?.();
    });
  });

  return routes;
}
