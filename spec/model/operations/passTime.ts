import { failTry } from './arrive.ts';
import type { Request } from '../model/Request.ts';
import type { World } from '../world/World.ts';

/**
 * Lets time pass, up to the moment at which a try ends or begins, and collects. A long time passes
 * in two steps, so that grace times end before the rest.
 */
export function passTime(world: World, ms: number): void {
  const { model, kit, garbage, written, store } = world;
  world.hasCollected = true;
  for (const step of ms > 10_000 ? [5_001, ms - 5_001] : [ms]) {
    // Writes of subscribers happen at this time.
    if (written.length > 0) return;
    const dueAt = Math.min(...model.pending.map((request) => request.dueAt));
    const passed = Math.min(step, dueAt - model.now);
    model.now += passed;
    const due = model.pending.filter((request) => request.dueAt === model.now);
    for (const request of due) turn(world, request);
    kit.clock.advance(passed);
    // Not specified: the order of tries and of subscribers' writes, and whether one of two requests
    // still retains the key when the other one's time is up.
    const isMixed = due.length > 0 && written.length > 0;
    if (isMixed || new Set(due.map(({ key }) => key)).size < due.length) model.isUnspecified = true;
    garbage.note();
    store.gc();
    if (due.length > 0) return;
  }
}

/** Ends a try, or the pause before one. */
function turn(world: World, request: Request): void {
  if (request.failure !== undefined) return world.model.resume(request);
  world.expired.push(...world.requestsInFlight.filter((inFlight) => inFlight.request === request));
  world.requestsInFlight = world.requestsInFlight.filter(
    (inFlight) => inFlight.request !== request,
  );
  failTry(world, request, 'SB_TIMEOUT');
  world.model.settleAfter(request);
}
