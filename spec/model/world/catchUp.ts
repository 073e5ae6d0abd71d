import { isMutation } from './endpoints.ts';
import type { ServerCall } from './FakeServer.ts';
import { learn } from './learn.ts';
import { close, isFollowed, type Request } from '../model/Request.ts';
import type { World } from './World.ts';
import { writeToModel } from '../model/writeToModel.ts';
import { idsOfWrite } from './writeToStore.ts';

/** Stands for an outcome that the contract does not specify. */
export const ANY = 'any';

/**
 * Repeats in the model what subscribers did during the operation, and what the store sent and
 * aborted. Returns what must not have happened.
 */
export function catchUp(world: World): string[] {
  const problems: string[] = [];
  const { model } = world;
  if (world.hasCollected) {
    // The order of subscribers' writes and of garbage collection is not specified.
    if (world.written.length > 0) model.isUnspecified ||= !model.keepsAll;
    else world.garbage.learn(problems);
  }
  world.hasCollected = false;
  const isReset = world.written.some(({ write }) => write.do === 'reset');
  const hasWritten = world.written.length > 0;
  // Subscribers may reset the store before a request is sent.
  if (isReset && model.sent.length > 0) world.model.isUnspecified = true;
  for (const { write, seq } of world.written.splice(0)) {
    if ('key' in write) {
      const key = model.keys[write.key];
      const { current } = key;
      // Whether a subscriber wrote before or after the grace time ended is not specified.
      if (current?.isOpen && !isFollowed(current, model.now)) model.isUnspecified = true;
      world.garbage.retain(key);
    }
    writeToModel(model, write, seq);
    for (const id of idsOfWrite(write)) world.byHand.add(id);
    if (write.do === 'reset') world.endSession(seq);
  }
  // If subscribers cause a second request of the same name, the two cannot be distinguished.
  const names = new Set(world.sent.map(({ name }) => name));
  if (hasWritten && names.size < world.sent.length) world.model.isUnspecified = true;
  const arrivedSeq = world.arrived?.arrivedSeq;
  completeArrived(world, hasWritten, isReset);
  if (world.model.isUnspecified) return problems;
  // Intermediate values were visible to subscribers.
  if (hasWritten) world.known.clear();
  linkSent(world, problems, arrivedSeq);
  model.noteLeases();
  dropAborted(world, problems);
  for (const key of model.keys) if (key.observers + key.passiveObservers > 0) learn(world, key);
  world.garbage.note();
  return problems;
}

/** Completes the request whose response arrived. */
function completeArrived(world: World, hasWritten: boolean, isReset: boolean): void {
  if (!world.arrived) return;
  const { request, arrivedSeq, hadMessages, before } = world.arrived;
  world.arrived = undefined;
  // A subscriber may have written between the messages and the response.
  if (hadMessages && hasWritten) world.model.isUnspecified = true;
  // A source that stays open has conflicts with no mutation: its next event is newer. A subscriber may have replaced it.
  const isOpen = before && isFollowed(request, world.model.now);
  if (isOpen) world.model.leaveOverlaps(request, before);
  const refetched = isOpen
    ? world.model.settleAfter(request)
    : world.model.complete(request, arrivedSeq);
  const creation = world.creations.find((each) => each.request === request);
  for (const queued of creation?.queued.splice(0) ?? []) {
    queued.ids.add(creation!.id);
    world.model.start(queued);
  }
  // It is not specified whether a request is still pending while subscribers receive its response,
  if (isReset) world.model.isUnspecified = true;
  // nor whether their writes or the refetches come first.
  if (refetched.length > 0 && hasWritten) world.model.isUnspecified = true;
}

/**
 * Matches the requests of the store with those of the model. Their order within one operation is
 * not specified. `arrivedSeq`: the seq at which a response has arrived.
 */
function linkSent(world: World, problems: string[], arrivedSeq = 0): void {
  const { sent, model, requestsInFlight } = world;
  const open = model.sent.splice(0);
  for (const inFlight of sent.splice(0)) {
    let at = open.findIndex(({ key }) =>
      key ? key.spec.name === inFlight.name : isMutation(inFlight.name),
    );
    const candidate = model.keys.find(({ spec }) => spec.name === inFlight.name);
    if (at < 0 && candidate && model.maybeRefetched.delete(candidate)) {
      if (candidate.maybeExpired > 0) model.expireMaybe(candidate);
      else world.model.isUnspecified = true;
      open.push(model.send(candidate));
      at = open.length - 1;
    }
    if (at < 0) {
      problems.push(`${inFlight.name}: a request too many`);
      continue;
    }
    const [request] = open.splice(at, 1) as [Request];
    const named = idsOf(inFlight.call);
    if (![...request.ids].every((id) => named.includes(id))) {
      problems.push(`${inFlight.name}: is sent for ${named.join()}`);
    }
    inFlight.request = request;
    request.sentSeq = inFlight.sentSeq;
    // Messages that waited cause reads that are sent before the response is stored.
    if (!request.key || request.seq > arrivedSeq) request.seq = inFlight.seq;
    requestsInFlight.push(inFlight);
  }
  model.sent = [];
  model.maybeRefetched.clear();
  for (const { key } of open)
    problems.push(`${key?.spec.name ?? 'mutation'}: a request is missing`);
}

/** The users that a mutation names. */
function idsOf(call: ServerCall): readonly string[] {
  return 'ids' in call ? call.ids : 'id' in call ? [call.id] : [];
}

/** Drops aborted requests. */
function dropAborted(world: World, problems: string[]): void {
  for (const { name, fake } of world.expired.splice(0)) {
    if (fake.isFollowed) problems.push(`${name}: a try goes on after its time`);
  }
  world.requestsInFlight = world.requestsInFlight.filter(({ name, fake, request }) => {
    const { isOpen, key, seq } = request!;
    const goesOn = !isOpen
      ? world.model.pending.includes(request!)
      : // The contract does not specify whether the key was to be fetched again.
        key!.maybeExpired > seq
        ? fake.isFollowed
        : isFollowed(request!, world.model.now);
    if (fake.isFollowed !== goesOn) {
      problems.push(`${name}: a request ${goesOn ? 'was aborted' : 'goes on'}`);
    }
    if (isOpen && !goesOn) close(request!);
    return goesOn;
  });
}
