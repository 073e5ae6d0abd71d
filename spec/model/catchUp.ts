import { isMutation } from './endpoints.ts';
import type { ServerCall } from './FakeServer.ts';
import { learn } from './learn.ts';
import { close, isFollowed, type Request } from './Request.ts';
import type { World } from './World.ts';
import { writeToModel } from './writeToModel.ts';
import { idsOfWrite } from './writeToStore.ts';

/** Stands for an outcome that is not told. */
export const ANY = 'any';

/**
 * The model catches up with what subscribers did during the operation, and with what the store sent and gave up. Gives what should not
 * have been.
 */
export function catchUp(world: World): string[] {
  const problems: string[] = [];
  const { model } = world;
  if (world.hasCollected) {
    // What comes first, what subscribers write or that things are taken away, is not told.
    if (world.written.length > 0) model.isUntold ||= !model.keepsAll;
    else world.garbage.learn(problems);
  }
  world.hasCollected = false;
  const isReset = world.written.some(({ write }) => write.do === 'reset');
  const hasWritten = world.written.length > 0;
  // A request that subscribers give up by a reset before it is on its way.
  if (isReset && model.sent.length > 0) world.model.isUntold = true;
  for (const { write, seq } of world.written.splice(0)) {
    if ('key' in write) world.garbage.touch(model.keys[write.key]);
    writeToModel(model, write, seq);
    for (const id of idsOfWrite(write)) world.byHand.add(id);
    if (write.do === 'reset') world.endSession();
  }
  // Which request of a key is the one of the operation, where subscribers bring another one before it is on its way.
  const names = new Set(world.sent.map(({ name }) => name));
  if (hasWritten && names.size < world.sent.length) world.model.isUntold = true;
  land(world, hasWritten, isReset);
  if (world.model.isUntold) return problems;
  // What was shown for a moment has been another value.
  if (hasWritten) world.known.clear();
  linkSent(world, problems);
  model.noteLeases();
  dropAborted(world, problems);
  for (const key of model.keys) if (key.readers + key.lookers > 0) learn(world, key);
  world.garbage.note();
  return problems;
}

/** The request whose answer came is over. */
function land(world: World, hasWritten: boolean, isReset: boolean): void {
  if (!world.arrived) return;
  const { request, landing } = world.arrived;
  world.arrived = undefined;
  const asked = world.model.land(request, landing) ?? [];
  const creation = world.creations.find((each) => each.request === request);
  for (const held of creation?.held.splice(0) ?? []) {
    held.ids.add(creation!.id);
    world.model.letGoOf(held);
  }
  // Whether a request is still under way while subscribers are told of its answer is not told,
  if (isReset) world.model.isUntold = true;
  // nor what comes first, what they write then or that things are asked again.
  if (asked.length > 0 && hasWritten) world.model.isUntold = true;
}

/** Every request of the model was sent, and no other. In which order those of one operation are sent is not told. */
function linkSent(world: World, problems: string[]): void {
  const { sent, model, flights } = world;
  const open = model.sent.splice(0);
  for (const inFlight of sent.splice(0)) {
    let at = open.findIndex(({ key }) =>
      key ? key.spec.name === inFlight.name : isMutation(inFlight.name),
    );
    const asked = model.keys.find(({ spec }) => spec.name === inFlight.name);
    if (at < 0 && asked && model.maybeAsked.delete(asked)) {
      if (asked.maybeExpired > 0) model.expireMaybe(asked);
      else world.model.isUntold = true;
      open.push(model.send(asked));
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
    request.seq = inFlight.seq;
    flights.push(inFlight);
  }
  model.sent = [];
  model.maybeAsked.clear();
  for (const { key } of open)
    problems.push(`${key?.spec.name ?? 'mutation'}: a request is missing`);
}

/** The users that a mutation names on its way. */
function idsOf(call: ServerCall): readonly string[] {
  return 'ids' in call ? call.ids : 'id' in call ? [call.id] : [];
}

/** Requests that were given up are no longer listened to. */
function dropAborted(world: World, problems: string[]): void {
  for (const { name, fake } of world.expired.splice(0)) {
    if (fake.isFollowed) problems.push(`${name}: a try goes on after its time`);
  }
  world.flights = world.flights.filter(({ name, fake, request }) => {
    const { isOpen, key, seq } = request!;
    const goesOn = !isOpen
      ? world.model.pending.includes(request!)
      : // Whether the key was to be asked again meanwhile is not told.
        key!.maybeExpired > seq
        ? fake.isFollowed
        : isFollowed(request!, world.model.now);
    if (fake.isFollowed !== goesOn) {
      problems.push(`${name}: a request ${goesOn ? 'was given up' : 'goes on'}`);
    }
    if (isOpen && !goesOn) close(request!);
    return goesOn;
  });
}
