import type { Channel } from '../../../src/features/channel/Channel.ts';
import { persist } from '../../../src/features/persist/persist.ts';
import type { PersistOptions } from '../../../src/features/persist/PersistOptions.ts';
import { shareTabs } from '../../../src/features/tabs/shareTabs.ts';
import type { Storage, Writer } from '../../../src/features/storage/Storage.ts';
import type { StoreOptions } from '../../../src/kernel/store/StoreOptions.ts';
import { virtualChannel } from '../../../src/tools/testing/virtualChannel.ts';
import { virtualStorage } from '../../../src/tools/testing/virtualStorage.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { storeKit } from '../../support/storeKit.ts';
import { recordsOf, settle } from '../persist/persistKit.ts';

const never = new Promise<never>(() => undefined);

/** Tabs of one program that share one storage, until they crash. */
export function openStoredTabs(own: StoreOptions = {}) {
  const clock = new ManualClock();
  const channel = virtualChannel();
  const storage = virtualStorage();
  /** The rows and results that were put, as `rows User 1`. */
  const puts: string[] = [];
  const open = async (options: Partial<PersistOptions> = {}, others: StoreOptions = {}) => {
    let isAlive = true;
    const watch = (tables: Writer): Writer => ({
      get: (...get) => tables.get(...get),
      getMany: (...get) => tables.getMany(...get),
      range: (...range) => tables.range(...range),
      put(table, key, value) {
        if (table !== 'info') puts.push([table, key].flat().join(' '));
        tables.put(table, key, value);
      },
      delete: (...deleted) => tables.delete(...deleted),
    });
    const mortal: Storage = {
      async open(...args) {
        const opened = await storage.open(...args);
        return {
          read: (work) => (isAlive ? opened.read(work) : never),
          commit: (work, durability) =>
            isAlive ? opened.commit((tables) => work(watch(tables)), durability) : never,
          clear: (...first) => (isAlive ? opened.clear(...first) : never),
          close: () => opened.close(),
        };
      },
    };
    const mortalChannel: Channel = {
      open(name, receive, scheduler) {
        const opened = channel.open(name, (message) => isAlive && receive(message), scheduler);
        return {
          post: (message) => void (isAlive && opened.post(message)),
          close: () => opened.close(),
        };
      },
    };
    const plugins = [
      persist({ name: 'spec', ...options, storage: mortal }),
      shareTabs({ channel: mortalChannel }),
    ];
    const kit = storeKit({ ...own, ...others, scheduler: clock, plugins });
    await settle();
    return { ...kit, crash: () => void (isAlive = false) };
  };
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await settle();
  };
  return { channel, clock, open, pass, puts, storage, stored: () => recordsOf(storage, 'rows') };
}
