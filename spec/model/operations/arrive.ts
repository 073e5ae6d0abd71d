import { applyToModel } from './applyMessages.ts';
import { badUser } from './badUser.ts';
import { THROWN } from '../world/endpoints.ts';
import { EXPIRY } from '../model/keys.ts';
import { bodyOfList, type ServerCall, type ServerUser, usersIn } from '../world/FakeServer.ts';
import { LOST } from './mutate.ts';
import type { Damage } from './Operation.ts';
import { seqOf } from '../model/Overlaps.ts';
import { close, isFollowed, type Request } from '../model/Request.ts';
import type { Key } from '../model/Key.ts';
import type { ReferenceModel } from '../model/ReferenceModel.ts';
import { NOTHING } from '../model/Rows.ts';
import type { Users } from '../model/Users.ts';
import type { InFlight, World } from '../world/World.ts';

export type Arrival =
  | { readonly do: 'deliver' | 'deliver more' | 'lose' }
  | { readonly do: 'spoil'; readonly how: Damage };

/**
 * Delivers the reply of a request to the store. The server handles the request now if it has not
 * done so. The reply of a handled mutation is neither lost nor spoilt: the expected state would be
 * unknown.
 */
export function arrive(world: World, inFlight: InFlight, arrival: Arrival): void {
  const { fake, call, reply } = inFlight;
  world.requestsInFlight.splice(world.requestsInFlight.indexOf(inFlight), 1);
  const request = inFlight.request!;
  const isRead = request.key !== undefined;
  const mayFail = isRead || !reply;
  const isLost = arrival.do === 'lose' && mayFail;
  const isBad = arrival.do === 'spoil' && mayFail && isSpoilt(call);
  const handled = isLost || isBad ? undefined : (reply ?? world.server.handle(call));
  // The function of this endpoint reads the members.
  const throws = isBad && arrival.how === 'throwing member' && call.verb === 'brief';
  const isFailure = isLost || throws || (handled && 'refusal' in handled);
  const hadMessages = !isFailure && world.waiting.length > 0;
  if (hadMessages) {
    // A subscriber may fetch a user that a message removes before the response brings it back.
    if (world.waiting.some(({ write }) => write.do === 'drop')) world.model.isUnspecified = true;
    applyToModel(world);
    // Whether a read that messages cause is sent, and overlaps the response, is not specified.
    if (world.model.maybeRefetched.size > 0) world.model.isUnspecified = true;
    // Subscribers see the values between messages and response.
    world.known.clear();
    // A source that a message has had replaced is aborted before its value is stored.
    if (request.isOpen && !isFollowed(request, world.model.now)) {
      close(request);
      return handled && 'body' in handled ? fake.push(handled.body) : undefined;
    }
  }
  const arrivedSeq = world.model.next();
  // One that a later read has replaced ends with this response.
  const mayStay = isRead && arrival.do === 'deliver more' && isFollowed(request, world.model.now);
  const before = mayStay ? [...request.others] : undefined;
  world.arrived = { request, arrivedSeq, hadMessages, before };
  if (!handled) {
    if (arrival.do !== 'spoil') {
      failTry(world, request, 'down');
      return fake.fail(new Error('down'));
    }
    fail(world, request, arrival.how.startsWith('throw') ? THROWN : 'bad response');
    return fake.answer(spoil(inFlight, arrival.how));
  }
  if ('refusal' in handled) {
    fail(world, request, handled.refusal);
    return fake.fail(new Error(handled.refusal));
  }
  if (!isRead) {
    respondToMutation(world, call, request, handled.body, arrivedSeq);
    return fake.answer(handled.body);
  }
  respondToRead(world, request, handled.body, mayStay);
  if (arrival.do !== 'deliver more') {
    close(request);
    return fake.answer(handled.body);
  }
  request.isOpen = true;
  delete inFlight.reply;
  world.requestsInFlight.push(inFlight);
  fake.push(handled.body);
}

/** Fails a try for a reason that allows a retry. */
export function failTry(world: World, request: Request, error: string): void {
  if (request.isOpen || !world.model.pause(request, error)) fail(world, request, error);
}

function fail(world: World, request: Request, error: string): void {
  const { model } = world;
  const { key, isOpen } = request;
  const seq = isOpen ? model.next() : request.seq;
  close(request);
  model.commit(() => {
    if (!isOpen) model.end(request, `failed ${error}`);
    // Requests that wait for a creation fail with it.
    for (const queued of queuedFor(world, request)) model.end(queued, LOST);
    if (key) model.fail(key, error, seq);
  });
  model.release(key);
}

/** `mayStay`: its source stays open, so it counts from its arrival, unless a mutation overlaps it. */
function respondToRead({ model }: World, request: Request, body: unknown, mayStay: boolean): void {
  const key = request.key!;
  const { isOpen } = request;
  const { spec } = key;
  const isEvent = isOpen || (mayStay && request.others.size === 0);
  const seq = isEvent ? model.next() : request.seq;
  const ids = usersIn(spec, body).map(({ id }) => id);
  for (const id of ids) request.ids.add(id);
  // A missing user with a delete conflict counts as part of the response: it may or may not exist.
  const missing = spec.kind === 'all' ? model.users.absent(body as ServerUser[]) : [];
  for (const [id] of missing) request.ids.add(id);
  model.commit(() => {
    if (!isOpen) model.end(request, '');
    model.respond(key, body, seq, isEvent);
  });
  if (!isOpen) request.outcome = `ok ${responseOf(model, key, body, ids, seq)}`;
  // The response was stored, but its entity has been removed meanwhile.
  const isGone =
    (spec.kind === 'detail' && shownOrConfirmed(model.users, spec.id!) === NOTHING) ||
    (spec.kind === 'doc' && model.docs.show(spec.id!) === NOTHING);
  if (key.seq === seq && isGone) {
    if (!isOpen) request.outcome = 'failed bad response';
    model.commit(() => model.fail(key, 'bad response', seq));
    request.isOutdated = wasRemovedSince(model, request);
  }
  model.release(key);
}

/** The store's view of a response. */
function responseOf(
  { users, lists, docs }: ReferenceModel,
  { spec, seq, result }: Key,
  body: unknown,
  ids: readonly string[],
  sent: number,
): string {
  switch (spec.kind) {
    case 'detail':
      return shownOrConfirmed(users, ids[0]);
    case 'doc':
      return docs.show(ids[0]);
    case 'docs':
      return docs.list(ids);
    case 'team':
      return users.list(lists.idsOf(spec.list!));
    case 'all':
      return users.list();
    case 'list':
      return users.list(ids);
    case 'raw':
      return JSON.stringify(seq === sent ? JSON.parse(result as string) : body);
  }
}

/** Whether what the argument of a read names was removed after it was sent. */
function wasRemovedSince({ users, docs }: ReferenceModel, { key, seq }: Request): boolean {
  const { arg, id = '', kind } = key!.spec;
  const [doc, user] = [docs.known.get(id), users.rows.get(arg ?? id)];
  if (kind === 'doc') return doc !== undefined && !doc.isThere && doc.seq > seq;
  return user !== undefined && !user.record && user.seq > seq;
}

/** A user hidden by a pending mutation still exists. */
function shownOrConfirmed(users: Users, id: string): string {
  const shown = users.show(id);
  return shown === NOTHING ? users.show(id, users.rows) : shown;
}

function queuedFor({ creations }: World, request: Request): Request[] {
  const creation = creations.find((each) => each.request === request);
  return creation?.queued.splice(0) ?? [];
}

function respondToMutation(
  world: World,
  call: ServerCall,
  request: Request,
  body: unknown,
  arrival: number,
): void {
  const { model, touched, creations } = world;
  const users = call.verb === 'remove' ? [] : [body as ServerUser | ServerUser[]].flat();
  const ids = call.verb === 'remove' ? [call.id] : users.map(({ id }) => id);
  for (const id of ids) {
    request.ids.add(id);
    touched.add(id);
    if (call.verb === 'remove') request.removed.add(id);
  }
  const creation = creations.find((each) => each.request === request);
  for (const other of request.others) {
    if (!other.key && other.seq < request.seq) for (const id of ids) other.overtaken.add(id);
  }
  model.commit(() => {
    model.end(request, '');
    if (creation) creation.id = ids[0];
    if (call.verb === 'remove') model.users.drop(call.id, seqOf(request, call.id, arrival));
    model.write(
      arrival,
      () => {
        for (const user of users) {
          const seq = seqOf(request, user.id, arrival);
          const contradiction = seq === arrival && model.users.contradiction(user, request.seq);
          if (contradiction) request.contradicted.add(user.id);
          if (contradiction === 'restores') request.removed.add(user.id);
          model.users.put(user, seq, model.now, EXPIRY.data);
        }
      },
      { isNew: true },
    );
  });
  request.outcome =
    call.verb === 'remove'
      ? 'ok -'
      : Array.isArray(body)
        ? `ok ${model.users.list(ids)}`
        : `ok ${shownOrConfirmed(model.users, ids[0])}`;
}

/** Whether a damage makes the response one that every store rejects. */
function isSpoilt({ verb }: ServerCall): boolean {
  return !['remove', 'raw', 'doc', 'docs'].includes(verb);
}

function spoil({ call }: InFlight, how: Damage): unknown {
  const isList =
    call.verb === 'list' ||
    call.verb === 'brief' ||
    call.verb === 'team' ||
    (call.verb === 'change' && call.ids.length > 1);
  if (how === 'null' && (call.verb === 'detail' || isList) && call.verb !== 'change') return null;
  if (how === 'text' && isList) return 'text';
  if (!isList) return badUser(how);
  const users = [{ id: '1', name: 'half' }, badUser(how)];
  return call.verb === 'team' ? bodyOfList(call, users) : users;
}
