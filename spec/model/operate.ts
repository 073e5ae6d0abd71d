import type { Operation, Write } from './Operation.ts';
import { argsOf, readOf, User } from './endpoints.ts';
import { mutate } from './mutate.ts';
import { follow } from './follow.ts';
import { arrive, type Arrival } from './arrive.ts';
import { learn } from './learn.ts';
import type { World } from './World.ts';
import { isWrite, writeToModel } from './writeToModel.ts';
import { idsOfWrite, writeToStore } from './writeToStore.ts';

/** Does an operation to the store and to the model. */
export function operate(world: World, operation: Operation): void {
  const { store, model, server, kit } = world;
  if (isWrite(operation)) {
    noteByHand(world, operation);
    if (operation.do === 'invalidateAll' || operation.do === 'expireAll')
      hold(world, operation.endpoint);
    writeToModel(model, operation);
    return writeToStore(store, operation);
  }
  switch (operation.do) {
    case 'batch':
      return batch(world, operation);
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
      const [reader] = take(world.readers, operation.which);
      if (!reader) return;
      model.unsubscribe(reader.key);
      return reader.listener.stop();
    }
    case 'unwatch': {
      const [watcher] = take(world.watchers, operation.which);
      if (watcher?.key) watcher.key.lookers--;
      return watcher?.listener.stop();
    }
    case 'fetch':
    case 'fetchIfStale': {
      const key = model.keys[operation.key];
      learn(world, key);
      const expected = model.fetch(key, operation.do === 'fetchIfStale');
      const [endpoint, args] = [readOf(key.spec), argsOf(key.spec)];
      const promise = world.sending(key.spec.name, () =>
        operation.do === 'fetch'
          ? store.fetch(endpoint, ...args)
          : store.fetchIfStale(endpoint, ...args),
      );
      return follow(world, `${operation.do} ${key.spec.name}`, promise, expected);
    }
    case 'change':
    case 'create':
    case 'remove':
    case 'append':
      return mutate(world, operation);
    case 'handle': {
      const open = world.flights.filter(({ reply }) => !reply);
      const flight = open[operation.which % open.length];
      if (flight) flight.reply = server.handle(flight.call);
      return;
    }
    case 'deliver':
    case 'lose':
    case 'spoil': {
      const flight = world.flights[operation.which % world.flights.length];
      if (flight) arrive(world, flight, operation as Arrival);
      return;
    }
    case 'gc':
      // With `gcTime: Infinity` everything is kept.
      return store.gc();
    case 'wait':
      model.now += operation.ms;
      return kit.clock.advance(operation.ms);
  }
}

function take<T>(list: T[], which: number): T[] {
  return list.length > 0 ? list.splice(which % list.length, 1) : [];
}

/** Which keys a store knows that nobody asked for is not told, so somebody looks at them. */
function hold(world: World, endpoint: string): void {
  for (const key of world.model.keys) {
    const { spec, readers, lookers, answer, error } = key;
    const isKnown = readers > 0 || answer !== undefined || error !== undefined;
    learn(world, key);
    if (spec.endpoint === endpoint && !isKnown && lookers === 0) {
      world.watch(`select ${spec.name}`);
      world.watchers.at(-1)!.listener.news = [];
    }
  }
}

function batch(world: World, { writes, fails }: Operation & { do: 'batch' }): void {
  const { store, model } = world;
  for (const write of writes) if ('endpoint' in write) hold(world, write.endpoint);
  if (writes.some((write) => write.do === 'reset')) world.known.clear();
  for (const write of fails ? [] : writes) noteByHand(world, write);
  if (!fails) model.commit(() => writes.forEach((write) => writeToModel(model, write)));
  try {
    store.batch(() => {
      for (const write of writes) writeToStore(store, write);
      if (fails) throw new Error('the batch fails');
    });
  } catch (error) {
    if (!fails) throw error;
  }
}

/** A write that is refused leaves everything as it was. */
function badSet({ store, model }: World, how: string): void {
  const id = model.rows.get('1')?.record ? '1' : undefined;
  if (how === 'throwing function' && !id) return;
  try {
    if (how === 'no id') store.set([User], [{ id: '1', name: 'half' }, { name: 'no id' }]);
    else if (how === 'bad user')
      store.set(
        [User],
        [
          { id: '1', name: 'half' },
          { id: '2', name: 'bad' },
        ],
      );
    else
      store.set(User, '1', () => {
        throw new Error('the function throws');
      });
  } catch {
    return;
  }
  throw new Error(`A write with ${how} is accepted.`);
}

function noteByHand({ byHand, touched }: World, write: Write): void {
  if (write.do === 'reset') touched.clear();
  for (const id of idsOfWrite(write)) byHand.add(id);
}
