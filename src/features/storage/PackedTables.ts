import { packValue, unpackValue } from '../../shared/codec/valueCodec.ts';
import type { Connection, Records, Write } from './Backend.ts';
import { boundsOf, keyOf, keyText } from './keyText.ts';
import { failureOf } from './storageFailure.ts';
import type {
  Durability,
  OpenStorage,
  Reader,
  Stored,
  StoredKey,
  TableName,
  Writer,
} from './Storage.ts';

/** IndexedDB and SQLite count no further. */
const MOST = 2 ** 31 - 1;

/** Reads packed records. Collects the deletions of those that cannot be read. */
class TableReader implements Reader {
  readonly #records: Records;
  readonly #unreadable: Write[];

  constructor(records: Records, unreadable: Write[]) {
    this.#records = records;
    this.#unreadable = unreadable;
  }

  async get(table: TableName, key: StoredKey): Promise<unknown> {
    const [value] = await this.getMany(table, [key]);
    return value;
  }

  async getMany(table: TableName, keys: readonly StoredKey[]): Promise<readonly unknown[]> {
    const texts = keys.map(keyText);
    const values = await this.#coded(this.#records.get(table, texts));
    return values.map((value, at) => this.#unpacked(table, texts[at], value));
  }

  async range(
    table: TableName,
    prefix: readonly string[],
    limit: number,
    after?: StoredKey,
  ): Promise<readonly Stored[]> {
    const [first, before] = boundsOf(prefix);
    const found: Stored[] = [];
    let last = after === undefined ? first : keyText(after);
    // Further records take the place of those that cannot be read.
    while (found.length < limit) {
      const wanted = limit - found.length;
      const records = await this.#coded(
        this.#records.range(table, [last, before], Math.min(wanted, MOST)),
      );
      for (const [key, value] of records) {
        const unpacked = this.#unpacked(table, key, value);
        if (unpacked !== undefined) found.push([keyOf(key), unpacked]);
        last = key;
      }
      if (records.length < wanted) break;
    }
    return found;
  }

  /** `work` sees the failures that the contract names. */
  async #coded<T>(records: Promise<T>): Promise<T> {
    try {
      return await records;
    } catch (error) {
      throw failureOf(error);
    }
  }

  #unpacked(table: TableName, key: string, value: unknown): unknown {
    if (value === undefined) return undefined;
    try {
      return unpackValue(value);
    } catch {
      this.#unreadable.push({ table, key });
      return undefined;
    }
  }
}

/** Collects writes, each packed when it is put. */
class TableWriter extends TableReader implements Writer {
  /** First what cannot be read: a later put replaces it. */
  readonly writes: Write[];

  constructor(records: Records) {
    const writes: Write[] = [];
    super(records, writes);
    this.writes = writes;
  }

  put(table: TableName, key: StoredKey, value: unknown): void {
    this.writes.push(putOf(table, key, value));
  }

  delete(table: TableName, key: StoredKey): void {
    this.writes.push({ table, key: keyText(key) });
  }
}

function putOf(table: TableName, key: StoredKey, value: unknown): Write {
  const packed = packValue(value, `The stored record ${String(key)}`);
  return { table, key: keyText(key), value: packed };
}

/** The tables of a backend, with records as values. */
export class PackedTables implements OpenStorage {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async read<R>(work: (tables: Reader) => Promise<R>): Promise<R> {
    const unreadable: Write[] = [];
    const result = await this.#run((ofWork) =>
      this.#connection.read((records) => ofWork(work(new TableReader(records, unreadable)))),
    );
    // A failure needs no report: the next read finds the records again.
    if (unreadable.length > 0) this.#forget(unreadable).catch(() => undefined);
    return result;
  }

  commit<R>(work: (tables: Writer) => Promise<R>, durability: Durability): Promise<R> {
    return this.#run((ofWork) =>
      this.#connection.commit(async (records) => {
        const tables = new TableWriter(records);
        const result = await ofWork(work(tables));
        return { result, writes: tables.writes };
      }, durability),
    );
  }

  async clear(first?: Parameters<OpenStorage['clear']>[0]): Promise<void> {
    await this.#run(() => this.#connection.clear(first && putOf(...first)));
  }

  close(): void {
    this.#connection.close();
  }

  /** Deletes those of the records that are still unreadable. */
  #forget(unreadable: readonly Write[]): Promise<unknown> {
    const getAll = (tables: Reader): Promise<unknown> =>
      Promise.all(unreadable.map(({ table, key }) => tables.get(table, keyOf(key))));
    return this.commit(getAll, 'relaxed');
  }

  /** Errors of `work` pass unchanged. Others get a code. */
  async #run<R>(
    operation: (ofWork: <T>(work: Promise<T>) => Promise<T>) => Promise<R>,
  ): Promise<R> {
    const ownErrors = new Set<unknown>();
    const ofWork = async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await work;
      } catch (error) {
        ownErrors.add(error);
        throw error;
      }
    };
    try {
      return await operation(ofWork);
    } catch (error) {
      throw ownErrors.has(error) ? error : failureOf(error);
    }
  }
}
