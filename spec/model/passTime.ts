import { failTry } from './arrive.ts';
import type { Request } from './Request.ts';
import type { World } from './World.ts';

/**
 * Lets time pass, and has taken away what may be: to the moment at which a try is over or begins, if there is one; much of it in two steps, so
 * that what waits for a while is over before the rest.
 */
export function passTime(world: World, ms: number): void {
  const { model, kit, garbage, written, store } = world;
  world.hasCollected = true;
  for (const step of ms > 10_000 ? [5_001, ms - 5_001] : [ms]) {
    // What subscribers write is written at this time.
    if (written.length > 0) return;
    const dueAt = Math.min(...model.pending.map((request) => request.dueAt));
    const passed = Math.min(step, dueAt - model.now);
    model.now += passed;
    const due = model.pending.filter((request) => request.dueAt === model.now);
    for (const request of due) turn(world, request);
    kit.clock.advance(passed);
    // What comes first, what subscribers write or they, is not told, nor whether one of two of a key still holds it when the other one turns.
    const isMixed = due.length > 0 && written.length > 0;
    if (isMixed || new Set(due.map(({ key }) => key)).size < due.length) model.isUntold = true;
    garbage.note();
    store.gc();
    if (due.length > 0) return;
  }
}

/** The time of a try is over, or the pause before one. */
function turn(world: World, request: Request): void {
  if (request.failure !== undefined) return world.model.resume(request);
  world.expired.push(...world.flights.filter((inFlight) => inFlight.request === request));
  world.flights = world.flights.filter((inFlight) => inFlight.request !== request);
  failTry(world, request, 'SB_TIMEOUT');
}
