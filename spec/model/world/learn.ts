import type { Key } from '../model/Key.ts';
import type { Request } from '../model/Request.ts';
import { show } from './show.ts';
import type { World } from './World.ts';

/**
 * Copies from the store whether a key expired after a conflict of mutations: the contract does not
 * always specify it.
 */
export function learn(world: World, key: Key): void {
  const { current, maybeExpired, seq } = key;
  if (maybeExpired <= Math.max(key.expired, key.invalidated)) return;
  const hasOlder = world.model.pending.some((request) => isOlder(request, key));
  const hasLater = maybeExpired <= seq;
  if (hasLater && !hasOlder) return;
  // A paused or open request goes on unchanged, so the state does not reveal it. Neither does a
  // later result: a read sent before may be joined or not.
  const isHidden = hasLater || current?.isOpen || current?.failure !== undefined;
  if (isHidden || !world.model.isSpecified(key)) {
    world.model.isUnspecified = true;
    return;
  }
  const expected = world.model.show(key);
  const { status, data, fetching } = world.stateOf(key.spec);
  const isOther =
    status !== expected.status ||
    show(data) !== expected.data ||
    (expected.fetching !== undefined && fetching !== expected.fetching);
  if (isOther) world.model.expireMaybe(key);
  // Whether the key is fetched again after the read in flight shows later.
  else if (hasOlder) world.model.isUnspecified = true;
}

function isOlder(request: Request, key: Key): boolean {
  return request === key.current && request.seq < key.maybeExpired;
}
