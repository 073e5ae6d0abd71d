import { memoryStorage } from '../../../src/features/storage/memoryStorage.ts';
import type { Storage, Writer } from '../../../src/features/storage/Storage.ts';
import { persist } from '../../../src/features/persist/persist.ts';
import { internalsOf } from '../../../src/kernel/store/internalsOf.ts';
import { ann, bob } from '../../support/entities.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { storeKit } from '../../support/storeKit.ts';
import { getUser, settle } from './persistKit.ts';

/** A storage that counts the rows and results that commits look at. */
function countedStorage() {
  const storage = memoryStorage();
  const looks = { count: 0 };
  const counted: Storage = {
    async open(...args) {
      const open = await storage.open(...args);
      const watch = (tables: Writer): Writer => ({
        get(table, key) {
          if (table !== 'info') looks.count++;
          return tables.get(table, key);
        },
        getMany: (table, keys) => tables.getMany(table, keys),
        range: (...range) => tables.range(...range),
        put: (...put) => tables.put(...put),
        delete: (...deleted) => tables.delete(...deleted),
      });
      return {
        read: (work) => open.read(work),
        commit: (work, durability) => open.commit((tables) => work(watch(tables)), durability),
        clear: (...first) => open.clear(...first),
        close: () => open.close(),
      };
    },
  };
  return { looks, storage: counted };
}

async function start(storage: Storage) {
  const clock = new ManualClock();
  const { store } = storeKit({ scheduler: clock, plugins: [persist({ name: 'spec', storage })] });
  await settle();
  const flush = async (): Promise<void> => {
    clock.advance(100);
    await settle();
  };
  return { clock, store, flush };
}

const [one, two] = [{ id: '1' }, { id: '2' }];

describe('a flush', () => {
  it('looks at the rows alone that it does not know if its data arrived after the last flush (R14)', async () => {
    const { looks, storage } = countedStorage();
    const { store, flush } = await start(storage);
    store.setResponse(getUser, one, ann);
    await flush();
    store.setResponse(getUser, two, bob);
    await flush();
    expect(looks.count).toBe(2);
    store.setResponse(getUser, two, { ...bob, name: 'Rob' });
    await flush();
    expect(looks.count).toBe(2);
  });

  it('looks at the results, too, if another tab has stored something since they arrived (R14)', async () => {
    const { looks, storage } = countedStorage();
    const [a, b] = [await start(storage), await start(storage)];
    a.store.setResponse(getUser, one, ann);
    b.clock.advance(50);
    b.store.setResponse(getUser, two, bob);
    await b.flush();
    await a.flush();
    // Its own rows, and the result of the second one.
    expect(looks.count).toBe(3);
  });
});

describe('a commit', () => {
  it('costs the writer nothing while a flush is due (R11)', async () => {
    const { store, flush } = await start(memoryStorage());
    const { commits } = internalsOf(store);
    expect(commits.commits$.observed).toBe(true);
    store.setResponse(getUser, one, ann);
    expect(commits.commits$.observed).toBe(false);
    store.setResponse(getUser, two, bob);
    await flush();
    expect(commits.commits$.observed).toBe(true);
  });
});
