import type { Batch, Damage, Operation, Write } from './Operation.ts';
import { badUser } from './badUser.ts';
import { argsOf, readOf, THROWN, User } from '../world/endpoints.ts';
import { mutate } from './mutate.ts';
import { trackPromise } from '../world/trackPromise.ts';
import { abort } from './abort.ts';
import { applyMessages, noteByHand, observePassively } from './applyMessages.ts';
import { arrive, type Arrival } from './arrive.ts';
import { passTime } from './passTime.ts';
import { callerOf } from '../world/Caller.ts';
import type { Key } from '../model/Key.ts';
import type { Request } from '../model/Request.ts';
import { learn } from '../world/learn.ts';
import type { World } from '../world/World.ts';
import { isWrite, writeToModel } from '../model/writeToModel.ts';
import { writeToStore } from '../world/writeToStore.ts';

/** Performs an operation on the store and on the model. */
export function operate(world: World, operation: Operation): void {
  const { store, model, server } = world;
  if (isWrite(operation)) {
    noteByHand(world, operation);
    if ('key' in operation) world.garbage.retain(model.keys[operation.key]);
    if (operation.do === 'invalidateAll' || operation.do === 'expireAll')
      observePassively(world, operation.endpoint);
    writeToModel(model, operation);
    return writeToStore(world, operation);
  }
  switch (operation.do) {
    case 'batch':
      return batch(world, operation);
    case 'message': {
      const { write } = operation;
      if (world.waiting.some((other) => isRemoval(other.write) !== isRemoval(write)))
        applyMessages(world);
      world.waiting.push({ write, seq: model.next(), at: model.now });
      return world.messages.next(write);
    }
    case 'apply messages':
      return applyMessages(world);
    case 'bad set':
      return badSet(world, operation.how);
    case 'subscribe': {
      const key = model.keys[operation.key];
      learn(world, key);
      model.subscribe(key);
      return world.sending(key.spec.name, () => world.subscribe(key, operation.habit));
    }
    case 'watch':
      return world.watch(operation.what);
    case 'unsubscribe': {
      const [reader] = take(world.observers, operation.which);
      if (!reader) return;
      model.unsubscribe(reader.key);
      return reader.listener.stop();
    }
    case 'unwatch': {
      const [watcher] = take(world.watchers, operation.which);
      if (watcher?.key) watcher.key.passiveObservers--;
      model.release(watcher?.key);
      return watcher?.listener.stop();
    }
    case 'fetch':
    case 'fetchFor':
    case 'fetchIfStale':
      return fetch(world, model.keys[operation.key], operation.do);
    case 'abort': {
      const [caller] = take(world.callers, operation.which);
      if (caller) abort(world, caller);
      return;
    }
    case 'change':
    case 'changeNew':
    case 'removeNew':
    case 'create':
    case 'remove':
    case 'append':
      return mutate(world, operation);
    case 'handle': {
      // Further responses are made on delivery, in the order of their source.
      const open = world.requestsInFlight.filter(
        ({ reply, request }) => !reply && !request?.isOpen,
      );
      const inFlight = open[operation.which % open.length];
      if (inFlight) inFlight.reply = server.handle(inFlight.call);
      return;
    }
    case 'deliver':
    case 'deliver more':
    case 'lose':
    case 'spoil': {
      const inFlight = world.requestsInFlight[operation.which % world.requestsInFlight.length];
      if (inFlight) arrive(world, inFlight, operation as Arrival);
      return;
    }
    case 'edit':
      return server.edit(operation.id);
    case 'gc':
      world.hasCollected = true;
      return store.gc();
    case 'wait':
      return passTime(world, operation.ms);
  }
}

function fetch(world: World, key: Key, how: 'fetch' | 'fetchFor' | 'fetchIfStale'): void {
  const { store, model } = world;
  learn(world, key);
  const expected = model.fetch(key, how);
  const caller = how === 'fetchFor' ? callerOf(expected as Request) : undefined;
  if (caller) world.callers.push(caller);
  const base = readOf(key.spec);
  const endpoint = caller ? (base.extend({ signal: caller.signal }) as typeof base) : base;
  const args = argsOf(key.spec);
  const promise = world.sending(key.spec.name, () =>
    how === 'fetchIfStale' ? store.fetchIfStale(endpoint, ...args) : store.fetch(endpoint, ...args),
  );
  trackPromise(world, `${how} ${key.spec.name}`, promise, expected, caller);
}

function take<T>(list: T[], which: number): T[] {
  return list.length > 0 ? list.splice(which % list.length, 1) : [];
}

/** A batch is one commit; if it or a batch in it fails, nothing is written. */
function batch(world: World, operation: Batch): void {
  const { model } = world;
  const writes = writesOf(operation);
  const fails = failsSomewhere(operation);
  for (const write of writes) if ('endpoint' in write) observePassively(world, write.endpoint);
  if (writes.some((write) => write.do === 'reset')) world.known.clear();
  for (const write of fails ? [] : writes) noteByHand(world, write);
  for (const write of writes) if ('key' in write) world.garbage.retain(model.keys[write.key]);
  if (!fails) model.commit(() => writes.forEach((write) => writeToModel(model, write)));
  runBatch(world, operation);
}

/** Runs a batch of the store. It must throw if it or a batch in it fails. */
function runBatch(world: World, operation: Batch): void {
  let failure: unknown;
  try {
    world.store.batch(() => {
      for (const write of operation.writes) {
        if (write.do === 'batch') runBatch(world, write);
        else writeToStore(world, write);
      }
      if (operation.fails) throw new Error(BATCH_FAILS);
    });
  } catch (error) {
    failure = error;
  }
  const fails = failure instanceof Error && failure.message === BATCH_FAILS;
  if (failure !== undefined && !fails) throw failure;
  if (fails !== failsSomewhere(operation)) {
    throw new Error(`The batch ${fails ? 'throws' : 'does not throw'}.`);
  }
}

const BATCH_FAILS = 'the batch fails';

function writesOf({ writes }: Batch): readonly Write[] {
  return writes.flatMap((write) => (write.do === 'batch' ? writesOf(write) : [write]));
}

function failsSomewhere({ writes, fails }: Batch): boolean {
  return fails || writes.some((write) => write.do === 'batch' && failsSomewhere(write));
}

/**
 * The order in `All` is not specified for a user that is removed and written in one commit, so a
 * removal does not wait beside a write.
 */
function isRemoval(write: Write): boolean {
  return write.do === 'drop';
}

/** A rejected write leaves everything as it was. */
function badSet({ store, model }: World, how: Damage | 'throwing function'): void {
  const id = model.users.rows.get('1')?.record ? '1' : undefined;
  if (how === 'throwing function' && !id) return;
  try {
    if (how !== 'throwing function') store.set([User], [{ id: '1', name: 'half' }, badUser(how)]);
    else
      store.set(User, '1', () => {
        throw new Error(THROWN);
      });
  } catch {
    return;
  }
  throw new Error(`A write with ${how} is accepted.`);
}
