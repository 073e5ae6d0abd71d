import type { Subscription } from 'rxjs';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { keyAt, placeOf } from '../../kernel/streams/WeakStreams.ts';
import type { EntityTable } from '../../kernel/table/EntityTable.ts';
import { COMPLETE, RESULTS } from '../../kernel/table/KindRows.ts';
import type { StoredKey, TableName } from '../storage/Storage.ts';
import type { StorableReads } from './StorableReads.ts';
import {
  isLaterStored,
  resultOf,
  rowOf,
  type StoredResult,
  type StoredRow,
} from './storedRecords.ts';
import type { StoredSession } from './StoredSession.ts';

/** After a flush that failed twice, ms. */
const PAUSE = 60_000;

/** A record to put, or without a value to delete. */
type Write = readonly [table: TableName, key: StoredKey, value?: StoredRow | StoredResult | true];

/**
 * Stores what changed since the last flush, in one transaction: the storage always has the stored
 * part of one confirmed state.
 */
export class RowWriter {
  readonly #parts: StoreInternals;
  readonly #session: StoredSession;
  readonly #reads: StorableReads;
  readonly #wait: number;
  /** Makes room in the storage. */
  readonly #makeRoom: () => Promise<void>;
  /** The metas of rows and results that came from the storage. */
  readonly #loaded = new WeakSet();
  /** The state that the storage has. */
  #written: EntityTable;
  #timer: Subscription | undefined;
  #running: Promise<void> | undefined;
  #isPaused = false;

  constructor(
    parts: StoreInternals,
    session: StoredSession,
    reads: StorableReads,
    wait: number,
    makeRoom: () => Promise<void>,
  ) {
    this.#parts = parts;
    this.#session = session;
    this.#reads = reads;
    this.#wait = wait;
    this.#makeRoom = makeRoom;
    this.#written = parts.commits.latest.confirmed;
  }

  /** Something was committed. */
  wake(): void {
    if (this.#timer === undefined && !this.#isPaused) this.#flushIn(this.#wait);
  }

  /** A row or result with this meta is stored already. */
  loaded(meta: object): void {
    this.#loaded.add(meta);
  }

  /** The data before a reset is not stored any more. */
  reset(): void {
    this.#written = this.#parts.commits.shown.confirmed;
  }

  /** Stores what changed. Resolves when it is stored; never rejects. */
  flush(): Promise<void> {
    this.#timer?.unsubscribe();
    this.#timer = undefined;
    this.#running ??= this.#flush().finally(() => {
      this.#running = undefined;
      if (this.#written !== this.#parts.commits.latest.confirmed) this.wake();
    });
    return this.#running;
  }

  end(): void {
    this.#isPaused = true;
    this.#timer?.unsubscribe();
  }

  #flushIn(wait: number): void {
    this.#timer = this.#parts.options.scheduler.schedule(() => void this.flush(), wait);
  }

  async #flush(): Promise<void> {
    const { confirmed } = this.#parts.commits.latest;
    const before = this.#written;
    if (confirmed === before || !this.#session.isUsable) return;
    const writes = before.epoch === confirmed.epoch ? this.#difference(before, confirmed) : [];
    try {
      if (writes.length > 0 && !(await this.#put(writes))) return;
      // A reset has begun with another state.
      if (this.#written === before) this.#written = confirmed;
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Returns whether the storage may be used; tries once more if it has no room. */
  async #put(writes: readonly Write[]): Promise<boolean> {
    try {
      return await this.#commit(writes);
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== 'SB_STORAGE_FULL') throw error;
      await this.#makeRoom();
      return this.#commit(writes);
    }
  }

  async #commit(writes: readonly Write[]): Promise<boolean> {
    const isDone = await this.#session.commit(async (tables, info) => {
      const now = this.#parts.clock.now();
      for (const table of ['rows', 'results', 'kinds'] as const) {
        const some = writes.filter((write) => write[0] === table);
        const stored = await tables.getMany(
          table,
          some.map(([, key]) => key),
        );
        for (const [index, [, key, value]] of some.entries()) {
          if (value === undefined) tables.delete(table, key);
          else if (value === true || !isLaterStored(stored[index], value, now)) {
            tables.put(table, key, value);
          }
        }
      }
      this.#session.noteFlush(tables, info);
      return true;
    });
    return isDone === true;
  }

  #failed(error: unknown): void {
    this.#session.failed(error);
    this.#isPaused = true;
    this.#timer = this.#parts.options.scheduler.schedule(() => {
      this.#isPaused = false;
      this.#timer = undefined;
      this.wake();
    }, PAUSE);
  }

  #difference(before: EntityTable, after: EntityTable): readonly Write[] {
    const writes: Write[] = [];
    const changes = before.changesTo(after);
    // Results first: their endpoints tell which entities may be stored.
    for (const key of changes.reserved(RESULTS)) {
      const write = this.#resultWrite(key, after);
      if (write) writes.push(write);
    }
    for (const rows of changes.kinds) {
      const { key: kind } = rows;
      if (!this.#reads.kinds.has(kind)) continue;
      for (const pk of rows.written()) {
        const meta = after.meta(kind, pk);
        // A row that was only collected stays in the storage.
        if (!meta || this.#loaded.has(meta)) continue;
        const row = rowOf(after, kind, pk);
        if (row) writes.push(['rows', [kind, pk], row]);
      }
    }
    for (const kind of changes.reserved(COMPLETE)) {
      if (after.hasAll(kind) && this.#reads.kinds.has(kind)) writes.push(['kinds', kind, true]);
    }
    return writes;
  }

  #resultWrite(key: string, after: EntityTable): Write | undefined {
    const row = after.result(key);
    if (!row || this.#loaded.has(row) || !this.#mayStore(key, after)) return undefined;
    if (row.invalidatedSeq > 0) return ['results', key];
    // A failure says nothing new of the data.
    return row.hasResult && row.error === undefined ? ['results', key, resultOf(row)] : undefined;
  }

  /** Keys that endpoints of different schemas share are not stored: another one may read them. */
  #mayStore(key: string, table: EntityTable): boolean {
    const [own, number] = placeOf(key);
    const isShared = number > 0 || table.result(keyAt(own, 1)) !== undefined;
    const endpoint = this.#parts.streams.at(key)?.endpoint;
    return !isShared && endpoint !== undefined && this.#reads.mayStore(endpoint);
  }
}
