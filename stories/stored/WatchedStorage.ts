import { BehaviorSubject } from 'rxjs';
import type { OpenStorage, Storage, TableName, Writer } from 'streambed/persist';

/** What one flush has stored. */
export interface Flush {
  readonly rows: number;
  readonly results: number;
  /** ms since epoch. */
  readonly at: number;
}

/** What a storage has. */
export interface StoredContents {
  /** How many entities, by their key. */
  readonly rows: ReadonlyMap<string, number>;
  readonly results: number;
  /** The last flush since the page was loaded, or the storage was emptied. */
  readonly flush: Flush | undefined;
}

/** A storage that says what is in it. */
export class WatchedStorage implements Storage {
  readonly contents$ = new BehaviorSubject<StoredContents>({
    rows: new Map(),
    results: 0,
    flush: undefined,
  });
  private readonly inner: Storage;
  private flush: Flush | undefined;

  constructor(inner: Storage) {
    this.inner = inner;
  }

  readonly open: Storage['open'] = async (onLost, scheduler) => {
    const open = await this.inner.open(onLost, scheduler);
    await this.look(open);
    return {
      read: (work) => open.read(work),
      commit: async (work, durability) => {
        let counts = new Map<TableName, number>();
        const result = await open.commit((tables) => {
          // The work runs again after a lost connection.
          counts = new Map();
          return work(counting(tables, counts));
        }, durability);
        const [rows = 0, results = 0] = [counts.get('rows'), counts.get('results')];
        const isFlush = rows + results > 0;
        if (isFlush) this.flush = { rows, results, at: Date.now() };
        await this.look(open);
        return result;
      },
      clear: async () => {
        await open.clear();
        this.flush = undefined;
        await this.look(open);
      },
      close: () => open.close(),
    };
  };

  private async look(open: OpenStorage): Promise<void> {
    const [stored, results] = await open.read((tables) =>
      Promise.all([tables.range('rows', [], Infinity), tables.range('results', [], Infinity)]),
    );
    const rows = new Map<string, number>();
    for (const [[entityKey]] of stored) rows.set(entityKey, (rows.get(entityKey) ?? 0) + 1);
    this.contents$.next({ rows, results: results.length, flush: this.flush });
  }
}

/** Counts what is put into each table. */
function counting(tables: Writer, counts: Map<TableName, number>): Writer {
  return {
    get: (table, key) => tables.get(table, key),
    getMany: (table, keys) => tables.getMany(table, keys),
    range: (table, prefix, limit, after) => tables.range(table, prefix, limit, after),
    delete: (table, key) => tables.delete(table, key),
    put(table, key, value) {
      counts.set(table, (counts.get(table) ?? 0) + 1);
      tables.put(table, key, value);
    },
  };
}
