import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { persist } from '../../../src/features/persist/persist.ts';
import type { PersistOptions } from '../../../src/features/persist/PersistOptions.ts';
import type { Stored, TableName } from '../../../src/features/storage/Storage.ts';
import { type VirtualStorage, virtualStorage } from '../../../src/tools/testing/virtualStorage.ts';
import type { StoreOptions } from '../../../src/kernel/store/StoreOptions.ts';
import { Post, User } from '../../support/entities.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

export const requests = new FakeRequests();

export const getUser = new Endpoint((_args: { id: string }) => requests.send(_args), {
  name: 'getUser',
  schema: User,
});
export const getPost = new Endpoint((_args: { id: string }) => requests.send(_args), {
  name: 'getPost',
  schema: Post,
});
export const getPosts = new Endpoint(() => requests.send(), {
  name: 'getPosts',
  schema: new Collection([Post]),
});

/** A class that is not stored. */
export class Secret extends Entity {
  id = '';
  static override readonly key = 'Secret';
  static readonly persist = false;
}

interface KitOptions extends Partial<PersistOptions> {
  readonly storage?: VirtualStorage;
  /** How much later than 1,000,000 ms the program starts. */
  readonly later?: number;
  readonly store?: StoreOptions;
}

/** A program with a store, whose storage and time the spec decides. */
export async function startProgram({ later = 0, store: own, ...options }: KitOptions = {}) {
  const { storage = virtualStorage() } = options;
  const plugin = persist({ name: 'spec', ...options, storage });
  // The clock of a store never goes back, so it has its time from the beginning.
  const clock = new ManualClock();
  clock.adjust(later);
  const plugins = [plugin, ...(own?.plugins ?? [])];
  const { reported, store } = storeKit({ ...own, scheduler: clock, plugins });
  await settle();
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await settle();
  };
  return {
    clock,
    options,
    reported,
    store,
    storage,
    pass,
    flush: () => pass(100),
    /** Another program on the data stored now, `ms` later. */
    reload: (ms = 0, others: KitOptions = {}) =>
      startProgram({
        ...options,
        ...(own && { store: own }),
        storage: storage.copy(),
        later: later + ms,
        ...others,
      }),
  };
}

export type Program = Awaited<ReturnType<typeof startProgram>>;

/** Lets all promises settle that wait for nothing but each other. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** All records of a table. */
export async function recordsOf(
  storage: VirtualStorage,
  table: TableName,
): Promise<readonly Stored[]> {
  const open = await storage.copy().open(() => undefined);
  return open.read((tables) => tables.range(table, [], Infinity));
}
