import type { Caller } from './Caller.ts';
import type { World } from './World.ts';

/** A caller no longer waits. He is rejected unless the answer is there already; a mutation ends with him. */
export function abort(world: World, caller: Caller): void {
  const { model, flights } = world;
  const { request, controller } = caller;
  const isPending = model.pending.includes(request);
  caller.hasAborted = isPending;
  if (isPending && request.key) model.abort(request);
  else if (isPending) {
    const inFlight = flights.find((each) => each.request === request);
    // What the server has made of it nobody knows.
    const changed = inFlight && 'ids' in inFlight.call ? inFlight.call.ids : [];
    if (inFlight?.reply) for (const id of changed) world.byHand.add(id);
    world.arrived = { request, landing: model.next() };
    model.commit(() => model.end(request, ABORTED));
  }
  controller.abort(new Error('aborted'));
}

/** How the promise of who has aborted settles. */
export const ABORTED = 'failed aborted';
