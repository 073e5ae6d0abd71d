import type {
  OpenStorage,
  Reader,
  Storage,
  StoredKey,
  TableName,
  Writer,
} from '../../../src/features/storage/Storage.ts';
import { type Aged, type Info, place, type Writes } from './StoredModel.ts';
import type { Value } from './Confirmed.ts';
import type { Session } from './Session.ts';

/** A transaction of a program with a storage. */
export interface Transaction {
  readonly isCommit: boolean;
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
  /** What the storage said of its contents. */
  info: Info | undefined;
  /** The endpoint keys whose results were read. */
  keys: readonly string[];
  /** The tables that were read as a whole. */
  tables: Aged[];
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
  /** A wipe begins. `first` is what the storage has then. Returns what follows. */
  readonly clears: (first: ReadonlyMap<string, unknown>) => (isDone: boolean) => void;
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
    isCommit: boolean,
    start: (begin: () => Transaction) => Promise<R>,
  ): Promise<R> => {
    const transaction: Transaction = {
      isCommit,
      session: watcher.session(),
      start: watcher.now(),
      order: undefined,
      isUncertain: false,
      now: watcher.now(),
      info: undefined,
      keys: [],
      tables: [],
      writes: new Map(),
    };
    let isDone = false;
    watcher.requested(transaction);
    try {
      const result = await start(() => {
        transaction.order = watcher.order();
        transaction.now = watcher.now();
        transaction.keys = [];
        transaction.tables = [];
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
      run(false, (begin) => storage.read((tables) => work(watchedReader(tables, begin())))),
    commit: (work, durability) =>
      run(true, (begin) =>
        storage.commit((tables) => {
          const transaction = begin();
          return work({ ...watchedReader(tables, transaction), ...writer(tables, transaction) });
        }, durability),
      ),
    async clear(first) {
      const records = first ? [[placeOf(first[0], first[1]), first[2]] as const] : [];
      const cleared = watcher.clears(new Map(records));
      let isDone = false;
      try {
        await storage.clear(first);
        isDone = true;
      } finally {
        cleared(isDone);
      }
    },
    close: () => storage.close(),
  };
}

function watchedReader(tables: Reader, transaction: Transaction): Reader {
  return {
    async get(table, key) {
      const value = await tables.get(table, key);
      // The cast holds: the library writes no other record of this table.
      if (table === 'info') transaction.info = value as Info | undefined;
      return value;
    },
    getMany(table, keys) {
      if (table === 'results') transaction.keys = keys.map(textOf);
      return tables.getMany(table, keys);
    },
    range(table, prefix, ...rest) {
      if (isAged(table) && prefix.length === 0) transaction.tables.push(table);
      return tables.range(table, prefix, ...rest);
    },
  };
}

function isAged(table: TableName): table is Aged {
  return table === 'rows' || table === 'results';
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
  if (!Array.isArray(stored)) return [0, 0, 0, stored];
  // The cast holds: rows and results are lists that begin with their times.
  const [fetchedAt, receivedAt, expiresAt, content] = stored as unknown as Value;
  return [fetchedAt, receivedAt, expiresAt, content ?? undefined];
}
