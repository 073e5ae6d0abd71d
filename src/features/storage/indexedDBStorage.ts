import { asError } from '../../shared/asError.ts';
import {
  type Bounds,
  type Connection,
  LostConnection,
  type Records,
  type StoredRecord,
  type Write,
} from './Backend.ts';
import { UNREADABLE } from './recordText.ts';
import {
  type Durability,
  type LostReason,
  type Storage,
  type TableName,
  tableNames,
} from './Storage.ts';
import { storageOver } from './storageOver.ts';

/** Writes between which a page can do other things: they take 15 ms on a desktop. */
const SLICE = 250;

export interface IndexedDBOptions {
  /** Unique per user: two users never share a storage. */
  readonly name: string;
}

/** A storage in the browser's IndexedDB, in the database `streambed:<name>`. */
export function indexedDBStorage({ name }: IndexedDBOptions): Storage {
  return storageOver({ open: (onLost) => connect(`streambed:${name}`, onLost) });
}

async function connect(name: string, onLost: (why: LostReason) => void): Promise<Connection> {
  const db = await openDatabase(name);
  // Another tab waits with its upgrade, or its deletion, until all connections are closed.
  db.addEventListener('versionchange', () => {
    db.close();
    onLost('versionchange');
  });
  db.addEventListener('close', () => onLost('closed'));
  return {
    read: (work) => transact(db, 'readonly', 'relaxed', (stores) => work(stores)),
    commit: (work, durability) =>
      transact(db, 'readwrite', durability, async (stores) => {
        const { result, writes } = await work(stores);
        await stores.write(writes);
        return result;
      }),
    clear: () => transact(db, 'readwrite', 'strict', (stores) => stores.clear()),
    close: () => db.close(),
  };
}

/** The database in its version, whatever that is; a later version only if it lacks a table. */
async function openDatabase(name: string, version?: number): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version);
  request.addEventListener('upgradeneeded', () => {
    for (const table of missingIn(request.result)) request.result.createObjectStore(table);
  });
  await settled(request);
  const db = resultOf(request);
  if (missingIn(db).length === 0) return db;
  db.close();
  return openDatabase(name, db.version + 1);
}

function missingIn({ objectStoreNames }: IDBDatabase): TableName[] {
  return tableNames.filter((table) => !objectStoreNames.contains(table));
}

/** Resolves once the transaction is complete. */
async function transact<R>(
  db: IDBDatabase,
  mode: IDBTransactionMode,
  durability: Durability,
  work: (stores: Stores) => Promise<R>,
): Promise<R> {
  const transaction = begin(db, mode, durability);
  let failure: unknown;
  const completed = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(reasonOf(transaction, failure)));
  });
  // It rejects, too, while the work still runs.
  completed.catch(() => undefined);
  try {
    const result = await work(new Stores(transaction));
    await completed;
    return result;
  } catch (error) {
    failure ??= error;
    try {
      transaction.abort();
    } catch {
      throw reasonOf(transaction, failure);
    }
    // Rejects: an aborted transaction does not complete.
    await completed;
    throw failure;
  }
}

function begin(db: IDBDatabase, mode: IDBTransactionMode, durability: Durability): IDBTransaction {
  try {
    return db.transaction(tableNames, mode, { durability });
  } catch (error) {
    throw lostOr(error);
  }
}

/** Transactions that no request and no program aborts end with their connection. */
function reasonOf({ error }: IDBTransaction, failure: unknown): unknown {
  return lostOr(error ?? failure ?? new LostConnection('the transaction was aborted'));
}

/** Safari loses the connection to its database server, and throws from then on. */
function lostOr(error: unknown): unknown {
  const { name, message } = asError(error);
  const isLost = name === 'InvalidStateError' || /connection.*lost/i.test(message);
  return isLost ? new LostConnection(message, { cause: error }) : error;
}

/** The tables as one transaction sees them. */
class Stores implements Records {
  readonly #transaction: IDBTransaction;

  constructor(transaction: IDBTransaction) {
    this.#transaction = transaction;
  }

  async get(table: TableName, keys: readonly string[]): Promise<readonly unknown[]> {
    const store = this.#transaction.objectStore(table);
    const requests = keys.map((key) => tolerant(store.get(key) as IDBRequest<unknown>));
    // Requests of a transaction settle in their order.
    await settled(requests.at(-1));
    return requests.map((request) => (isUnreadable(request) ? UNREADABLE : resultOf(request)));
  }

  async range(
    table: TableName,
    [after, before]: Bounds,
    limit: number,
  ): Promise<readonly StoredRecord[]> {
    const store = this.#transaction.objectStore(table);
    const range =
      after === undefined
        ? undefined
        : before === undefined
          ? IDBKeyRange.lowerBound(after, true)
          : IDBKeyRange.bound(after, before, true, true);
    const keyRequest = store.getAllKeys(range, limit);
    const valueRequest = tolerant(store.getAll(range, limit) as IDBRequest<unknown[]>);
    await settled(valueRequest);
    // A database of ours has no other keys.
    const keys = resultOf(keyRequest).map(String);
    const values = isUnreadable(valueRequest)
      ? await this.get(table, keys)
      : resultOf(valueRequest);
    return keys.map((key, at) => [key, values[at]]);
  }

  async write(writes: readonly Write[]): Promise<void> {
    for (let from = 0; from < writes.length; from += SLICE) {
      const requests = writes.slice(from, from + SLICE).map(({ table, key, value }) => {
        const store = this.#transaction.objectStore(table);
        return value === undefined ? store.delete(key) : store.put(value, key);
      });
      const last = requests.at(-1);
      await settled(last);
      if (last?.error) throw last.error;
    }
  }

  async clear(): Promise<void> {
    for (const table of tableNames) this.#transaction.objectStore(table).clear();
  }
}

function settled(request: IDBRequest | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (!request) return resolve();
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => resolve());
  });
}

function resultOf<T>(request: IDBRequest<T>): T {
  if (request.error) throw request.error;
  return request.result;
}

/** Keeps the transaction when a record cannot be read: the others can. */
function tolerant<T>(request: IDBRequest<T>): IDBRequest<T> {
  request.addEventListener('error', (event) => {
    if (isUnreadable(request)) event.preventDefault();
  });
  return request;
}

/** What browsers say of records whose files are gone. */
function isUnreadable({ error }: IDBRequest): boolean {
  return error?.name === 'DataError' || error?.name === 'NotReadableError';
}
