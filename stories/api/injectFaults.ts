import type { MiddlewareHandler } from 'hono';
import type { ApiState } from './ApiState.ts';
import { problem } from './problem.ts';

/** Waits and fails as `state.faults` says. A request that fails changes nothing. */
export function injectFaults(state: ApiState): MiddlewareHandler {
  return async (context, next) => {
    // Decided on arrival: with a delay, "the next request" is the next one sent, not the next one
    // to respond.
    const { faults } = state;
    const fails = faults.failNext > 0 || Math.random() < faults.fail;
    if (faults.failNext > 0) faults.failNext -= 1;
    if (faults.delay > 0) await pause(faults.delay, context.req.raw.signal);
    if (fails) return problem(context, 500, 'The demo API is set to fail.');
    await next();
  };
}

/** Waits, but not for a client that has left. */
function pause(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((over) => {
    const timer = setTimeout(over, time);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      over();
    });
  });
}
