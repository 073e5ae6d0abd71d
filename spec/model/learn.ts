import type { Key } from './Key.ts';
import type { Request } from './Request.ts';
import { show } from './show.ts';
import type { World } from './World.ts';

/** Whether a key was expired is not always told when mutations overlapped: the model takes over what the store did. */
export function learn(world: World, key: Key): void {
  if (key.maybeExpired <= Math.max(key.seq, key.expired, key.invalidated)) return;
  // A request that pauses or is open goes on as it was, so nothing shows it.
  const { current } = key;
  if (current?.isOpen || current?.failure !== undefined || !world.model.isTold(key)) {
    world.model.isUntold = true;
    return;
  }
  const expected = world.model.show(key);
  const { status, data, fetching } = world.stateOf(key.spec);
  const isOther =
    status !== expected.status ||
    show(data) !== expected.data ||
    (expected.fetching !== undefined && fetching !== expected.fetching);
  if (isOther) world.model.expireMaybe(key);
  // Whether the key is asked again after the read that is in flight shows later.
  else if (world.model.pending.some((request) => isOlder(request, key)))
    world.model.isUntold = true;
}

function isOlder(request: Request, key: Key): boolean {
  return request === key.current && request.seq < key.maybeExpired;
}
