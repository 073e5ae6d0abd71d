import { packValue, unpackValue } from '../../shared/codec/valueCodec.ts';
import type { Records, Write } from './Backend.ts';
import { boundsOf, keyOf, keyText } from './keyText.ts';
import { failureOf } from './storageFailure.ts';
import type { Reader, Stored, StoredKey, TableName, Writer } from './Storage.ts';

/** IndexedDB and SQLite count no further. */
const MOST = 2 ** 31 - 1;

/** Reads packed records. Collects the deletions of those that cannot be read. */
export class TableReader implements Reader {
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
export class TableWriter extends TableReader implements Writer {
  /** First what cannot be read: a later put replaces it. */
  readonly writes: Write[];

  constructor(records: Records) {
    const writes: Write[] = [];
    super(records, writes);
    this.writes = writes;
  }

  put(table: TableName, key: StoredKey, value: unknown): void {
    const text = keyText(key);
    this.writes.push({
      table,
      key: text,
      value: packValue(value, `The stored record ${String(key)}`),
    });
  }

  delete(table: TableName, key: StoredKey): void {
    this.writes.push({ table, key: keyText(key) });
  }
}
