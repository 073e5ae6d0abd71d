import type { Caller } from '../world/Caller.ts';
import type { World } from '../world/World.ts';

/** Aborts a caller. Its promise rejects unless the response has arrived; a mutation ends, too. */
export function abort(world: World, caller: Caller): void {
  const { model, requestsInFlight } = world;
  const { request, controller } = caller;
  const isPending = model.pending.includes(request);
  caller.hasAborted = isPending;
  if (isPending && request.key) model.abort(request);
  else if (isPending) {
    const inFlight = requestsInFlight.find((each) => each.request === request);
    // The server may have handled the mutation or not.
    const changed = inFlight && 'ids' in inFlight.call ? inFlight.call.ids : [];
    if (inFlight?.reply) for (const id of changed) world.byHand.add(id);
    world.arrived = { request, arrivedSeq: model.next() };
    model.commit(() => model.end(request, ABORTED));
  }
  controller.abort(new Error('aborted'));
}

/** How the promise of an aborted caller settles. */
export const ABORTED = 'failed aborted';
