import {
  type Backend,
  type Bounds,
  type Connection,
  type Records,
  type Result,
  type StoredRecord,
  type Write,
  isWithin,
} from './Backend.ts';
import { valueOfText } from './recordText.ts';
import { type TableName, tableNames } from './Storage.ts';
import { TaskQueue } from './TaskQueue.ts';

/** Keeps records in maps, as JSON text: a value that was read does not change with its record. */
export class MemoryBackend implements Backend, Records {
  readonly #tables: ReadonlyMap<TableName, Map<string, string>>;
  readonly #queue = new TaskQueue();

  constructor(tables: Iterable<readonly [TableName, ReadonlyMap<string, string>]> = []) {
    this.#tables = new Map([
      ...tableNames.map((table) => [table, new Map<string, string>()] as const),
      ...[...tables].map(([table, records]) => [table, new Map(records)] as const),
    ]);
  }

  open(): Promise<Connection> {
    const connection: Connection = {
      read: (work) => this.#queue.run(() => work(this)),
      commit: (work) => this.#queue.run(() => this.#commit(work)),
      clear: (first) => this.#queue.run(() => this.#clear(first)),
      close: () => undefined,
    };
    return Promise.resolve(connection);
  }

  get(table: TableName, keys: readonly string[]): Promise<readonly unknown[]> {
    return Promise.resolve(keys.map((key) => valueOfText(this.#records(table).get(key))));
  }

  range(table: TableName, bounds: Bounds, limit: number): Promise<StoredRecord[]> {
    const keys = [...this.#records(table).keys()]
      .filter((key) => isWithin(key, bounds))
      .sort()
      .slice(0, limit);
    return Promise.resolve(keys.map((key) => [key, valueOfText(this.#records(table).get(key))]));
  }

  /** Writes a text as it is, readable or not. */
  write(table: TableName, key: string, text: string): void {
    this.#records(table).set(key, text);
  }

  copy(): MemoryBackend {
    return new MemoryBackend(this.#tables);
  }

  async #commit<R>(work: (records: Records) => Promise<Result<R>>): Promise<R> {
    const { result, writes } = await work(this);
    // All of them are texts before the first one is stored.
    const texts = writes.map(({ value }) => JSON.stringify(value));
    writes.forEach((write, at) => this.#apply(write, texts[at]));
    return result;
  }

  #apply({ table, key }: Write, text: string | undefined): void {
    if (text === undefined) this.#records(table).delete(key);
    else this.write(table, key, text);
  }

  async #clear(first?: Write): Promise<void> {
    for (const records of this.#tables.values()) records.clear();
    if (first) this.#apply(first, JSON.stringify(first.value));
  }

  #records(table: TableName): Map<string, string> {
    return this.#tables.get(table)!;
  }
}
