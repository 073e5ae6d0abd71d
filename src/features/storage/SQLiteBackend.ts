import type {
  Backend,
  Bounds,
  Connection,
  Records,
  Result,
  StoredRecord,
  Write,
} from './Backend.ts';
import { valueOfText } from './recordText.ts';
import type { SQLiteDriver } from './SQLiteDriver.ts';
import type { Durability, TableName } from './Storage.ts';
import { TaskQueue } from './TaskQueue.ts';

/** Three parameters per record; old versions of SQLite allow 999. */
const SLICE = 300;

/** Keeps records in one table, by name of the table and key. */
export class SQLiteBackend implements Backend, Records {
  readonly #driver: SQLiteDriver;
  readonly #queue = new TaskQueue();
  #durability: Durability | undefined;

  constructor(driver: SQLiteDriver) {
    this.#driver = driver;
  }

  async open(): Promise<Connection> {
    await this.#queue.run(() => this.#prepare());
    return {
      read: (work) => this.#queue.run(() => this.#transact('BEGIN', () => work(this))),
      commit: (work, durability) => this.#queue.run(() => this.#commit(work, durability)),
      clear: (first) => this.#queue.run(() => this.#clear(first)),
      close: () => undefined,
    };
  }

  async get(table: TableName, keys: readonly string[]): Promise<readonly unknown[]> {
    const texts = new Map<unknown, unknown>();
    for (const slice of slicesOf([...new Set(keys)])) {
      const holes = slice.map(() => '?').join();
      const rows = await this.#driver.all(
        `SELECT k, v FROM streambed WHERE t = ? AND k IN (${holes})`,
        [table, ...slice],
      );
      for (const { k, v } of rows) texts.set(k, v);
    }
    return keys.map((key) => (texts.has(key) ? valueOfText(String(texts.get(key))) : undefined));
  }

  async range(
    table: TableName,
    [after, before]: Bounds,
    limit: number,
  ): Promise<readonly StoredRecord[]> {
    const bounds = [
      ['k > ?', after],
      ['k < ?', before],
    ].flatMap(([condition, text]) => (text === undefined ? [] : [{ condition, text }]));
    const conditions = ['t = ?', ...bounds.map(({ condition }) => condition)].join(' AND ');
    const rows = await this.#driver.all(
      `SELECT k, v FROM streambed WHERE ${conditions} ORDER BY k LIMIT ${limit}`,
      [table, ...bounds.map(({ text }) => text)],
    );
    return rows.map(({ k, v }) => [String(k), valueOfText(String(v))]);
  }

  /** Pragmas return a row, which some drivers refuse in `exec`. */
  async #prepare(): Promise<void> {
    // Another process may hold the database for the time of a commit.
    await this.#driver.all('PRAGMA busy_timeout = 3000', []);
    await this.#driver.all('PRAGMA journal_mode = WAL', []);
    await this.#driver.exec(
      'CREATE TABLE IF NOT EXISTS streambed (t TEXT, k TEXT, v TEXT, PRIMARY KEY (t, k)) WITHOUT ROWID',
      [],
    );
  }

  async #commit<R>(
    work: (records: Records) => Promise<Result<R>>,
    durability: Durability,
  ): Promise<R> {
    await this.#sync(durability);
    return this.#transact('BEGIN IMMEDIATE', async () => {
      const { result, writes } = await work(this);
      await this.#write(writes);
      return result;
    });
  }

  async #clear(first?: Write): Promise<void> {
    await this.#sync('strict');
    await this.#transact('BEGIN IMMEDIATE', async () => {
      await this.#driver.exec('DELETE FROM streambed', []);
      if (first) await this.#write([first]);
    });
  }

  async #sync(durability: Durability): Promise<void> {
    if (durability === this.#durability) return;
    const level = durability === 'strict' ? 'FULL' : 'NORMAL';
    await this.#driver.exec(`PRAGMA synchronous = ${level}`, []);
    this.#durability = durability;
  }

  /** The last write of a key counts. */
  async #write(writes: readonly Write[]): Promise<void> {
    const last = [
      ...new Map(writes.map((write) => [`${write.table}/${write.key}`, write])).values(),
    ];
    for (const slice of slicesOf(last.filter(({ value }) => value === undefined))) {
      const holes = slice.map(() => '(?,?)').join();
      const params = slice.flatMap(({ table, key }) => [table, key]);
      await this.#driver.exec(`DELETE FROM streambed WHERE (t, k) IN (VALUES ${holes})`, params);
    }
    for (const slice of slicesOf(last.filter(({ value }) => value !== undefined))) {
      const holes = slice.map(() => '(?,?,?)').join();
      const params = slice.flatMap(({ table, key, value }) => [table, key, JSON.stringify(value)]);
      await this.#driver.exec(`REPLACE INTO streambed (t, k, v) VALUES ${holes}`, params);
    }
  }

  async #transact<R>(begin: string, work: () => Promise<R>): Promise<R> {
    await this.#driver.exec(begin, []);
    try {
      const result = await work();
      await this.#driver.exec('COMMIT', []);
      return result;
    } catch (error) {
      await this.#rollBack();
      throw error;
    }
  }

  /** SQLite rolls back by itself when the disk is full: the statement fails then. */
  async #rollBack(): Promise<void> {
    try {
      await this.#driver.exec('ROLLBACK', []);
    } catch {
      // The failure that led here is the one to report.
    }
  }
}

function slicesOf<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / SLICE);
  return Array.from({ length: count }, (_, at) => items.slice(at * SLICE, (at + 1) * SLICE));
}
