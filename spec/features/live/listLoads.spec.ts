import { Subject } from 'rxjs';
import { dehydrate, type DehydratedState, rehydrate, type Store } from 'streambed';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { OptimisticSnapshot } from '../../../src/data/endpoint/EndpointInterface.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { applyMessages } from '../../../src/features/live/applyMessages.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { storeKit } from '../../support/storeKit.ts';
import { idsOf, Todo, todo } from '../../support/todos.ts';

const todos = new Collection([Todo]);
const args = { userId: '1' };

/** Resolves when promises that have settled have notified their callbacks. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

/** A server with the list of user 1, and a store that loads it. */
class World {
  readonly clock = new ManualClock();
  readonly messages$ = new Subject<(store: Store) => void>();
  readonly reads = new FakeRequests();
  readonly writes = new FakeRequests();
  /** The ids on the server. */
  ids = ['1', '2'];
  /** The responses to reads in flight, as the server had the list when they were sent. */
  readonly #made: (readonly object[])[] = [];
  readonly store: Store;
  readonly getTodos = new Endpoint(
    (_args: object) => {
      this.#made.push(this.list());
      return this.reads.send();
    },
    { name: 'getTodos', schema: todos },
  );

  constructor() {
    const { clock: scheduler, messages$ } = this;
    const feed = applyMessages(messages$, (to, change) => change(to), { scheduler });
    this.store = storeKit({ scheduler, plugins: [feed], graceTime: 0, gcTime: 5_000 }).store;
  }

  list(): readonly object[] {
    return this.ids.map((id) => todo(id));
  }

  get state() {
    return this.store.getState(this.getTodos, args);
  }

  /** What another store has after it has loaded the list, or one without items. */
  dehydrated(ids = this.ids): DehydratedState {
    const { store } = storeKit({ scheduler: this.clock });
    store.setResponse(
      this.getTodos,
      args,
      ids.map((id) => todo(id)),
    );
    return dehydrate(store);
  }

  observe(): () => void {
    const subscription = this.store.observe(this.getTodos, args).subscribe();
    return () => subscription.unsubscribe();
  }

  /** Brings the response to the oldest read in flight. */
  async answer(): Promise<void> {
    const [made, request] = [this.#made.shift(), this.reads.sent.shift()];
    request?.answer(made);
    await settled();
  }
}

/** What happens to the list on the server and in the store while the list is being loaded. */
interface Change {
  readonly schema: Pick<typeof todos.push, 'normalize'>;
  readonly value: unknown;
  readonly onServer: (ids: readonly string[]) => string[];
}

const without = (ids: readonly string[]): string[] => ids.filter((id) => id !== '2');

const changes: Readonly<Record<string, Change>> = {
  push: { schema: todos.push, value: todo('9'), onServer: (ids) => [...ids, '9'] },
  unshift: { schema: todos.unshift, value: todo('9'), onServer: (ids) => ['9', ...ids] },
  'move to it': { schema: todos.move, value: todo('9'), onServer: (ids) => [...ids, '9'] },
  'move to another list': { schema: todos.move, value: todo('2', '7'), onServer: without },
  remove: { schema: todos.remove, value: todo('2'), onServer: without },
};

/** How the store learns of a change. Returns what is done after the response to the load. */
const sources: Readonly<Record<string, (world: World, change: Change) => (() => void) | void>> = {
  'by set'({ store }, { schema, value }) {
    store.set(schema as typeof todos.push, value as never);
  },
  'by a message'({ store, messages$, clock }, { schema, value }) {
    messages$.next(() => store.set(schema as typeof todos.push, value as never));
    clock.advance(16);
  },
  'by a message that is applied after it'({ store, messages$, clock }, { schema, value }) {
    messages$.next(() => store.set(schema as typeof todos.push, value as never));
    return () => clock.advance(16);
  },
  'by a mutation'({ store, writes }, { schema, value }) {
    void store.fetch(
      new Endpoint(writes.send, { name: 'change', schema, sideEffect: true }),
      value,
    );
    writes.last.answer(value);
  },
  'by a prediction'({ store, writes }, { schema, value }) {
    const change = new Endpoint(writes.send, {
      name: 'change',
      schema,
      sideEffect: true,
      getOptimisticResponse: (_shown: OptimisticSnapshot, given: unknown) => given,
    });
    void store.fetch(change, value);
    return () => writes.last.answer(value);
  },
};

/** Begins to load the list. Returns what happens between the change and the response. */
const situations: Readonly<Record<string, (world: World) => Promise<(() => void) | void>>> = {
  async 'for the first time'(world) {
    world.observe();
  },
  async 'once more'(world) {
    world.observe();
    await world.answer();
    world.ids.push('3');
    world.store.expireAll(world.getTodos);
  },
  async 'after an invalidation'(world) {
    world.observe();
    await world.answer();
    world.ids.push('3');
    world.store.invalidate(world.getTodos, args);
  },
  async 'after a reset'(world) {
    world.observe();
    await world.answer();
    void world.store.reset();
  },
  async 'after it was collected'(world) {
    const leave = world.observe();
    await world.answer();
    leave();
    world.clock.advance(20_000);
    world.observe();
  },
  async 'after it was rehydrated and has expired'(world) {
    rehydrate(world.store, world.dehydrated(), { age: 1_000_000 });
    world.ids.push('3');
    world.observe();
  },
  async 'after it was rehydrated and a call expired it'(world) {
    rehydrate(world.store, world.dehydrated());
    world.ids.push('3');
    world.store.expireAll(world.getTodos);
    world.observe();
  },
  async 'after it was rehydrated and invalidated'(world) {
    rehydrate(world.store, world.dehydrated());
    world.ids.push('3');
    world.store.invalidate(world.getTodos, args);
    world.observe();
  },
  async 'after another list was rehydrated'(world) {
    rehydrate(world.store, dehydrate(storeKit({ scheduler: world.clock }).store));
    world.observe();
  },
  async 'while a page of a server brings it'(world) {
    const state = world.dehydrated();
    world.clock.advance(1);
    world.observe();
    return () => rehydrate(world.store, state);
  },
  async 'by a page of a server alone'(world) {
    const state = world.dehydrated();
    world.clock.advance(1);
    return () => {
      rehydrate(world.store, state);
      world.observe();
    };
  },
  async 'by a second part of a page of a server'(world) {
    rehydrate(world.store, world.dehydrated());
    world.clock.advance(1);
    world.ids.push('3');
    const state = world.dehydrated();
    world.observe();
    world.clock.advance(1);
    return () => rehydrate(world.store, state);
  },
  async 'so slowly that unused entities are collected'(world) {
    world.observe();
    return () => world.clock.advance(20_000);
  },
};

const cases = Object.entries(situations).flatMap(([situation, load]) =>
  Object.entries(changes).flatMap(([name, change]) =>
    Object.entries(sources).map(([source, apply]) => ({
      title: `${name} ${source}, while a list is loaded ${situation}`,
      load,
      change,
      apply,
    })),
  ),
);

it.each(cases)('$title', async ({ load, change, apply }) => {
  const world = new World();
  const between = await load(world);
  world.clock.advance(1);
  world.ids = change.onServer(world.ids);
  const later = apply(world, change);
  await settled();
  world.clock.advance(1);
  between?.();
  await world.answer();
  later?.();
  await settled();
  // The change is seen, or the list is fetched once more.
  const { status, fetching, data } = world.state;
  const ids = [...world.ids].sort();
  const shown = idsOf(data)?.split(' ').sort();
  expect(status === 'valid' && !fetching ? shown : ids).toEqual(ids);
  while (world.reads.count > 0) await world.answer();
  expect(world.state).toMatchObject({ status: 'valid', fetching: false });
  expect(idsOf(world.state.data)?.split(' ').sort()).toEqual(ids);
});
