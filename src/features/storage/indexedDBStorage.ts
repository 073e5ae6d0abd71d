import { isCopyable } from '../../shared/codec/isCopyable.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { connectedStorage } from './connectedStorage.ts';
import { failureOf, LostConnection } from './storageFailure.ts';
import {
  type LostReason,
  type OpenStorage,
  type Storage,
  type Stored,
  type StoredKey,
  type TableName,
  tableNames,
  type Writer,
} from './Storage.ts';

/** Writes between which a page can do other things: they take 15 ms on a desktop. */
const SLICE = 250;

/** `getAll` counts no further. */
const MOST = 2 ** 31 - 1;

export interface IndexedDBOptions {
  /** Unique per user: two users never share a storage. */
  readonly name: string;
}

/**
 * A storage in the browser's IndexedDB, in the database `streambed:<name>`. It keeps copies as
 * `structuredClone` makes them, and refuses what such a copy would change, and URLs.
 */
export function indexedDBStorage({ name }: IndexedDBOptions): Storage {
  return connectedStorage((onLost) => connect(`streambed:${name}`, onLost));
}

async function connect(name: string, onLost: (why: LostReason) => void): Promise<OpenStorage> {
  const db = await openDatabase(name);
  // Another tab waits with its upgrade, or its deletion, until all connections are closed.
  on(db, 'versionchange', () => {
    db.close();
    onLost('versionchange');
  });
  on(db, 'close', () => onLost('closed'));
  return {
    read: (work) => transact(db, 'readonly', 'relaxed', work),
    commit: (work, durability) => transact(db, 'readwrite', durability, work),
    clear: (first) =>
      transact(db, 'readwrite', 'strict', async (tables) => {
        tables.clear();
        if (first) tables.put(...first);
      }),
    close: () => db.close(),
  };
}

/** The database in its version, whatever that is; a later version only if it lacks a table. */
async function openDatabase(name: string, version?: number): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version);
  const missing = (): TableName[] =>
    tableNames.filter((table) => !request.result.objectStoreNames.contains(table));
  on(request, 'upgradeneeded', () => {
    for (const table of missing()) request.result.createObjectStore(table);
  });
  const db = await resultOf(request);
  if (missing().length === 0) return db;
  db.close();
  return openDatabase(name, db.version + 1);
}

/** Resolves once the transaction is complete. */
async function transact<R>(
  db: IDBDatabase,
  mode: IDBTransactionMode,
  durability: IDBTransactionDurability,
  work: (tables: Tables) => Promise<R>,
): Promise<R> {
  const transaction = attempt(() => db.transaction(tableNames, mode, { durability }));
  const completed = new Promise<void>((resolve, reject) => {
    on(transaction, 'complete', () => resolve());
    // Transactions that no request and no program aborts end with their connection.
    on(transaction, 'abort', () =>
      reject(coded(transaction.error ?? new LostConnection('the transaction was aborted'))),
    );
  });
  // It rejects, too, while the work still runs.
  completed.catch(() => undefined);
  try {
    const tables = new Tables(transaction);
    const result = await work(tables);
    if (mode === 'readwrite') await tables.write();
    await completed;
    return result;
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // Rejects with the reason for which it was aborted before.
      await completed;
    }
    throw error;
  }
}

/** The tables as one transaction sees them. */
class Tables implements Writer {
  readonly #transaction: IDBTransaction;
  readonly #writes: (() => IDBRequest)[] = [];

  constructor(transaction: IDBTransaction) {
    this.#transaction = transaction;
  }

  get(table: TableName, key: StoredKey): Promise<unknown> {
    return attempt(() =>
      resultOf(this.#store(table).get(listOf(key)), () => this.delete(table, key)),
    );
  }

  getMany(table: TableName, keys: readonly StoredKey[]): Promise<readonly unknown[]> {
    return Promise.all(keys.map((key) => this.get(table, key)));
  }

  async range(
    table: TableName,
    prefix: readonly string[],
    limit: number,
    after: StoredKey = prefix,
  ): Promise<readonly Stored[]> {
    const [store, count] = [this.#store(table), Math.min(limit, MOST)];
    // Lists come after texts.
    const range = IDBKeyRange.bound(listOf(after), [...prefix, []], true, true);
    const [found, values] = await attempt(() =>
      Promise.all([
        resultOf(store.getAllKeys(range, count)),
        resultOf(store.getAll(range, count) as IDBRequest<unknown[]>, () => undefined),
      ]),
    );
    // The cast holds: a database of ours has no other keys. 0 records are all to `getAll`.
    const keys = (found as string[][]).slice(0, limit);
    const all = values ?? (await this.getMany(table, keys));
    return keys.map((key, at) => [key.length > 1 ? key : key[0], all[at]]);
  }

  put(table: TableName, key: StoredKey, value: unknown): void {
    if (!isCopyable(value)) {
      throw new StreambedError(
        'SB_STATE_UNSUPPORTED',
        `The stored record ${String(key)} has no JSON.`,
      );
    }
    this.#writes.push(() => this.#store(table).put(value, listOf(key)));
  }

  delete(table: TableName, key: StoredKey): void {
    this.#writes.push(() => this.#store(table).delete(listOf(key)));
  }

  clear(): void {
    for (const table of tableNames) this.#writes.push(() => this.#store(table).clear());
  }

  /** Writes what was collected. */
  async write(): Promise<void> {
    for (let from = 0; from < this.#writes.length; from += SLICE) {
      const requests = this.#writes.slice(from, from + SLICE).map(attempt);
      // Requests of a transaction settle in their order.
      await resultOf(requests.at(-1)!);
    }
  }

  #store(table: TableName): IDBObjectStore {
    return this.#transaction.objectStore(table);
  }
}

/** `unreadable`: called instead of a failure for a record whose file is gone. */
function resultOf<T>(request: IDBRequest<T>): Promise<T>;
function resultOf<T>(request: IDBRequest<T>, unreadable: () => void): Promise<T | undefined>;
function resultOf<T>(request: IDBRequest<T>, unreadable?: () => void): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    on(request, 'success', () => resolve(request.result));
    on(request, 'error', (event) => {
      const { error } = request;
      if (!unreadable || !/^(Data|NotReadable)Error$/.test(error!.name))
        return reject(coded(error));
      // Keeps the transaction: the other records can be read.
      event.preventDefault();
      unreadable();
      resolve(undefined);
    });
  });
}

function attempt<R>(run: () => R): R {
  try {
    return run();
  } catch (error) {
    throw coded(error);
  }
}

/** Safari loses the connection to its database server, and throws from then on. */
function coded(error: unknown): Error {
  const { name, message } = error as Error;
  const isLost = name === 'InvalidStateError' || /connection.*lost/i.test(message);
  return isLost ? new LostConnection(message, { cause: error }) : failureOf(error);
}

function on(target: EventTarget, type: string, run: (event: Event) => void): void {
  target.addEventListener(type, run);
}

function listOf(key: StoredKey): string[] {
  return typeof key === 'string' ? [key] : [...key];
}
