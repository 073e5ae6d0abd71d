import { forceCloseDatabase } from 'fake-indexeddb';
import { VirtualTimeScheduler } from 'rxjs';
import { indexedDBStorage } from '../../../src/features/storage/indexedDBStorage.ts';
import type { LostReason, OpenStorage } from '../../../src/features/storage/Storage.ts';
import { useIndexedDB } from './adapters.ts';

const unavailable = expect.objectContaining({ code: 'SB_STORAGE_UNAVAILABLE' });
const full = expect.objectContaining({ code: 'SB_STORAGE_FULL' });

/** An event that the browser sends to what the library has opened. */
const opened = (): IDBDatabase[] => {
  const databases: IDBDatabase[] = [];
  const open = indexedDB.open.bind(indexedDB);
  indexedDB.open = (...args) => {
    const request = open(...args);
    request.addEventListener('success', () => databases.push(request.result));
    return request;
  };
  return databases;
};

/** Resolves when a plain request has succeeded. */
const succeeded = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no error')));
  });

const setting = (open: OpenStorage, value: unknown): Promise<void> =>
  open.commit(async (tables) => tables.put('info', 'a', value), 'relaxed');

const getting = (open: OpenStorage): Promise<unknown> =>
  open.read((tables) => tables.get('info', 'a'));

/** From now on the record cannot be read, as when the browser has lost its file. */
const loseFileOf = (db: IDBDatabase, lost: string): void => {
  const transaction = db.transaction.bind(db);
  db.transaction = (...args) => {
    const made = transaction(...args);
    // The transaction returns it each time.
    const store = made.objectStore('info');
    const [get, getAll] = [store.get.bind(store), store.getAll.bind(store)];
    store.get = (key) => {
      // The cast holds: the keys of the adapter are lists.
      const [first] = key as string[];
      return first === lost ? unreadable(get(key)) : get(key);
    };
    store.getAll = (...range) => unreadable(getAll(...range));
    return made;
  };
};

/** The request fails, but does not abort its transaction. */
const unreadable = <T>(request: IDBRequest<T>): IDBRequest<T> => {
  const failing = new EventTarget();
  request.addEventListener('success', () =>
    failing.dispatchEvent(new Event('error', { cancelable: true })),
  );
  // The cast holds: the adapter reads nothing else.
  return Object.assign(failing, { error: new DOMException('lost', 'DataError') }) as never;
};

describe('indexedDBStorage', () => {
  const storage = indexedDBStorage({ name: 'shop' });
  let losses: LostReason[];
  const note = (why: LostReason): number => losses.push(why);

  beforeEach(() => {
    useIndexedDB();
    losses = [];
  });

  it('R1: puts 1,000 records in slices of 250, in one transaction', async () => {
    const [database] = [opened()];
    const open = await storage.open(note);
    const [db] = database;
    const inFlight: number[] = [];
    let transactions = 0;
    const transaction = db.transaction.bind(db);
    db.transaction = (...args) => {
      transactions++;
      const made = transaction(...args);
      const store = made.objectStore('rows');
      const put = store.put.bind(store);
      let waiting = 0;
      store.put = (...record) => {
        const request = put(...record);
        inFlight.push(++waiting);
        request.addEventListener('success', () => waiting--);
        return request;
      };
      made.objectStore = () => store;
      return made;
    };
    await open.commit(async (tables) => {
      for (let at = 0; at < 1_000; at++) tables.put('rows', ['Row', `${at}`], at);
    }, 'relaxed');
    expect(transactions).toBe(1);
    expect(inFlight).toHaveLength(1_000);
    expect(Math.max(...inFlight)).toBe(250);
  });

  it('R2: opens a connection again that the browser has closed, and runs the operation', async () => {
    const databases = opened();
    const open = await storage.open(note);
    await setting(open, 1);
    databases[0].close();
    expect(await getting(open)).toBe(1);
    databases[1].close();
    await setting(open, 2);
    databases[2].close();
    await open.clear();
    expect(databases).toHaveLength(4);
    expect(await getting(open)).toBe(undefined);
  });

  it('R2: opens again after a close event, which it reports', async () => {
    const databases = opened();
    const open = await storage.open(note);
    await setting(open, 1);
    // The cast holds: the types of the package name the class for the object.
    forceCloseDatabase(databases[0] as never);
    await new Promise(setImmediate);
    expect(losses).toEqual(['closed']);
    expect(await getting(open)).toBe(1);
    expect(databases).toHaveLength(2);
  });

  it('R2: opens again once per operation, then the operation fails', async () => {
    const databases = opened();
    const open = await storage.open(note);
    const reopen = indexedDB.open.bind(indexedDB);
    let isBroken = true;
    indexedDB.open = (...args) => {
      const request = reopen(...args);
      request.addEventListener('success', () => isBroken && request.result.close());
      return request;
    };
    databases[0].close();
    await expect(getting(open)).rejects.toEqual(unavailable);
    expect(databases).toHaveLength(2);
    isBroken = false;
    expect(await getting(open)).toBe(undefined);
    expect(databases).toHaveLength(3);
  });

  it('R3: closes at once when another tab upgrades or deletes, and reports it', async () => {
    const open = await storage.open(note);
    await setting(open, 1);
    await succeeded(indexedDB.deleteDatabase('streambed:shop'));
    expect(losses).toEqual(['versionchange']);
    expect(await getting(open)).toBe(undefined);
    await setting(open, 2);
    expect(await getting(open)).toBe(2);
  });

  it('R3: an open that is blocked fails after three seconds, and closes what arrives later', async () => {
    const clock = new VirtualTimeScheduler();
    const other = await succeeded(indexedDB.open('streambed:shop'));
    const databases = opened();
    const opening = storage.open(note, clock);
    opening.catch(() => undefined);
    // Another tab, without a table, that ignores `versionchange`.
    while (databases.length === 0) await new Promise(setImmediate);
    clock.flush();
    expect(clock.frame).toBe(3_000);
    await expect(opening).rejects.toEqual(unavailable);
    other.close();
    while (databases.length < 2) await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(() => databases[1].transaction('rows')).toThrow(
      expect.objectContaining({ name: 'InvalidStateError' }),
    );
    expect(losses).toEqual([]);
  });

  it('R4: rejects when there is no IndexedDB, or when reading it throws', async () => {
    Reflect.deleteProperty(globalThis, 'indexedDB');
    await expect(storage.open(note)).rejects.toEqual(unavailable);
    Object.defineProperty(globalThis, 'indexedDB', {
      configurable: true,
      get: () => {
        throw new Error('SecurityError');
      },
    });
    await expect(storage.open(note)).rejects.toEqual(unavailable);
    Reflect.deleteProperty(globalThis, 'indexedDB');
  });

  it('R5: a commit without room changes nothing, and the next one has a new connection', async () => {
    const databases = opened();
    const open = await storage.open(note);
    await setting(open, 1);
    const [db] = databases;
    const transaction = db.transaction.bind(db);
    db.transaction = (...args) => {
      const made = transaction(...args);
      const store = made.objectStore('info');
      store.put = () => {
        throw new DOMException('no room', 'QuotaExceededError');
      };
      made.objectStore = () => store;
      return made;
    };
    await expect(setting(open, 2)).rejects.toEqual(full);
    expect(await getting(open)).toBe(1);
    await setting(open, 3);
    expect(databases).toHaveLength(2);
    expect(await getting(open)).toBe(3);
  });

  it('R6: adds its tables to a database that lacks them, and leaves what it has', async () => {
    const request = indexedDB.open('streambed:shop', 7);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('other'));
    const foreign = await succeeded(request);
    foreign.close();
    const databases = opened();
    const open = await storage.open(note);
    await setting(open, 1);
    expect(await getting(open)).toBe(1);
    expect(databases.at(-1)?.version).toBe(8);
    expect([...(databases.at(-1)?.objectStoreNames ?? [])]).toContain('other');
  });

  it('R6: a record that cannot be read is not stored, and the next commit deletes it', async () => {
    const databases = opened();
    const open = await storage.open(note);
    await open.commit(async (tables) => {
      for (const key of ['a', 'b', 'c']) tables.put('info', key, 1);
    }, 'relaxed');
    loseFileOf(databases[0], 'b');
    const all = [
      ['a', 1],
      ['b', undefined],
      ['c', 1],
    ];
    expect(await open.read((tables) => tables.getMany('info', ['b', 'c']))).toEqual([undefined, 1]);
    expect(await open.read((tables) => tables.range('info', [], 9))).toEqual(all);
    expect(await open.commit((tables) => tables.range('info', [], 9), 'relaxed')).toEqual(all);
    const after = databases[0].transaction('info').objectStore('info');
    expect(await succeeded(after.getAllKeys())).toEqual([['a'], ['c']]);
  });

  it('refuses values whose copies differ', async () => {
    const open = await storage.open(note);
    class Money {
      amount = 1;
    }
    const loop: object[] = [];
    loop.push(loop);
    const values = [
      new Money(),
      [new Map([[1, new Money()]])],
      { a: Symbol('b') },
      loop,
      new URL('a:b'),
    ];
    await open.commit(async (tables) => {
      for (const value of values) {
        expect(() => tables.put('info', 'a', value)).toThrow(
          expect.objectContaining({ code: 'SB_STATE_UNSUPPORTED' }),
        );
      }
    }, 'relaxed');
    expect(await getting(open)).toBe(undefined);
  });

  it('refuses work that awaits something else than its reads', async () => {
    const open = await storage.open(note);
    const late = open.commit(async (tables) => {
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      tables.put('info', 'a', 1);
      await tables.get('info', 'a');
    }, 'relaxed');
    await expect(late).rejects.toEqual(unavailable);
    expect(await getting(open)).toBe(undefined);
  });
});
