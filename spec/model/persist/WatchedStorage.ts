import type {
  OpenStorage,
  Reader,
  Storage,
  StoredKey,
  TableName,
  Writer,
} from '../../../src/features/storage/Storage.ts';
import { place, type Writes } from './StoredModel.ts';
import type { Value } from './Confirmed.ts';
import type { Session } from './Session.ts';

/** A transaction of a program with a storage. */
export interface Transaction {
  readonly isCommit: boolean;
  readonly isStrict: boolean;
  /** The session of the program that it is of. */
  readonly session: Session;
  /** When it was requested. */
  readonly start: number;
  /** Its place in the order of all transactions; `undefined`: it has not begun. */
  order: number | undefined;
  /** Whether a wipe was in flight when it began. */
  isUncertain: boolean;
  /** The time of the program when the transaction began. */
  now: number;
  /** The endpoint keys whose results were read. */
  keys: readonly string[];
  writes: Map<string, unknown>;
}

/** What a program does with a storage. */
export interface StorageWatcher {
  readonly now: () => number;
  readonly session: () => Session;
  /** The next place in the order of all transactions. */
  readonly order: () => number;
  readonly requested: (transaction: Transaction) => void;
  readonly began: (transaction: Transaction) => void;
  readonly ended: (transaction: Transaction, isDone: boolean) => void;
  readonly clears: (isOver: boolean, isDone: boolean) => void;
}

/** A storage whose transactions can be seen. */
export function watchedStorage(storage: Storage, watcher: StorageWatcher): Storage {
  return {
    async open(...args) {
      return watched(await storage.open(...args), watcher);
    },
  };
}

function watched(storage: OpenStorage, watcher: StorageWatcher): OpenStorage {
  const run = async <R>(
    { isCommit, isStrict }: Pick<Transaction, 'isCommit' | 'isStrict'>,
    start: (begin: () => Transaction) => Promise<R>,
  ): Promise<R> => {
    const transaction: Transaction = {
      isCommit,
      isStrict,
      session: watcher.session(),
      start: watcher.now(),
      order: undefined,
      isUncertain: false,
      now: watcher.now(),
      keys: [],
      writes: new Map(),
    };
    let isDone = false;
    watcher.requested(transaction);
    try {
      const result = await start(() => {
        transaction.order = watcher.order();
        transaction.now = watcher.now();
        transaction.keys = [];
        transaction.writes = new Map();
        watcher.began(transaction);
        return transaction;
      });
      isDone = true;
      return result;
    } finally {
      watcher.ended(transaction, isDone);
    }
  };
  return {
    read: (work) =>
      run({ isCommit: false, isStrict: false }, (begin) =>
        storage.read((tables) => work(watchedReader(tables, begin()))),
      ),
    commit: (work, durability) =>
      run({ isCommit: true, isStrict: durability === 'strict' }, (begin) =>
        storage.commit((tables) => {
          const transaction = begin();
          return work({ ...watchedReader(tables, transaction), ...writer(tables, transaction) });
        }, durability),
      ),
    async clear() {
      watcher.clears(false, false);
      let isDone = false;
      try {
        await storage.clear();
        isDone = true;
      } finally {
        watcher.clears(true, isDone);
      }
    },
    close: () => storage.close(),
  };
}

function watchedReader(tables: Reader, transaction: Transaction): Reader {
  return {
    get: (table, key) => tables.get(table, key),
    getMany(table, keys) {
      if (table === 'results') transaction.keys = keys.map(textOf);
      return tables.getMany(table, keys);
    },
    range: (...args) => tables.range(...args),
  };
}

function writer(tables: Writer, { writes }: Transaction): Pick<Writer, 'delete' | 'put'> {
  return {
    put(table, key, value) {
      writes.set(placeOf(table, key), value);
      tables.put(table, key, value);
    },
    delete(table, key) {
      writes.set(placeOf(table, key), undefined);
      tables.delete(table, key);
    },
  };
}

export function placeOf(table: TableName, key: StoredKey): string {
  return place(table, textOf(key));
}

function textOf(key: StoredKey): string {
  return typeof key === 'string' ? key : key.join(' ');
}

/** The writes of data as values. The details of removals are left out. */
export function dataOf(writes: ReadonlyMap<string, unknown>): Writes {
  const data = new Map<string, Value | undefined>();
  for (const [at, value] of writes) {
    if (!at.startsWith('info/')) data.set(at, value === undefined ? undefined : valueOf(value));
  }
  return data;
}

/** A stored record as a value. */
export function valueOf(stored: unknown): Value {
  if (stored === true) return [0, 0, 0, true];
  // The cast holds: rows and results are lists that begin with their times.
  const [fetchedAt, receivedAt, expiresAt, content] = stored as Value;
  return [fetchedAt, receivedAt, expiresAt, content ?? undefined];
}
