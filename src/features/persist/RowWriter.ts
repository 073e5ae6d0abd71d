import type { Subscription } from 'rxjs';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { keyAt, splitKey } from '../../kernel/streams/WeakStreams.ts';
import { EntityTable } from '../../kernel/table/EntityTable.ts';
import { COMPLETE, RESULTS } from '../../kernel/table/KindRows.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { sessionOf, type SharedVersions } from '../channel/StoreSession.ts';
import type { StoredKey, TableName, Writer } from '../storage/Storage.ts';
import { deleteOldest } from './ageing.ts';
import { noteFlush } from './inspectedStorages.ts';
import type { StorableReads } from './StorableReads.ts';
import { arrivalOf, isLaterStored, resultOf, rowOf } from './storedRecords.ts';
import type { StoredSession } from './StoredSession.ts';

/** After a flush that failed, ms. */
const PAUSE = 60_000;

/** Records that are read at once. */
const SLICE = 250;

/** A record to put, or without a value to delete. */
type Write = readonly [table: TableName, key: StoredKey, value?: unknown];

/** What another feature writes in the transaction of a flush. */
type Work = (tables: Writer) => Promise<void>;

/**
 * Stores what changed since the last flush, in one transaction: the storage always has the stored
 * part of one confirmed state.
 */
export class RowWriter {
  readonly #internals: StoreInternals;
  readonly #session: StoredSession;
  readonly #reads: StorableReads;
  readonly #wait: number;
  /** Results that came from the storage, and the metas of rows with their records. */
  readonly #loaded = new WeakMap<object, object | undefined>();
  /** The epochs in which complete lists came from the storage since the last flush, by entity key. */
  readonly #loadedKinds = new Map<string, number>();
  /** The state that the storage has. */
  #written: EntityTable;
  #timer: Subscription | undefined;
  /** Until a flush is due. */
  #commits: Subscription | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(
    internals: StoreInternals,
    session: StoredSession,
    reads: StorableReads,
    wait: number,
  ) {
    this.#internals = internals;
    this.#session = session;
    this.#reads = reads;
    this.#wait = wait;
    this.#written = internals.commits.latest.confirmed;
    this.#listen();
  }

  /** A result, or a row with this meta and record, is stored already. */
  loaded(meta: object, record?: object): void {
    this.#loaded.set(meta, record);
  }

  /** A complete list of all entities is stored already, or another tab has deleted it since. */
  loadedAll(kind: string): void {
    this.#loadedKinds.set(kind, this.#internals.commits.epoch);
  }

  /** Stores what changed, after the flush in flight. */
  flush(): void {
    this.#stop();
    this.#listen();
    this.#last = this.#last.then(() => this.#store());
  }

  /**
   * Stores what changed, and what `work` writes, in one strict transaction. Resolves with whether
   * the storage may be used. Rejects if it fails.
   */
  flushWith(work: Work): Promise<boolean> {
    const stored = this.#last.then(async () => {
      const { confirmed } = this.#internals.commits.latest;
      const isDone = await this.#put(this.#difference(confirmed), confirmed, work);
      if (isDone) this.#stored(confirmed);
      return isDone;
    });
    this.#last = stored.then(
      () => undefined,
      () => undefined,
    );
    return stored;
  }

  /** Stores what the store has now. Resolves when it is stored; never rejects. */
  end(): Promise<void> {
    this.#stop();
    const { confirmed } = this.#internals.commits.latest;
    // Its streams are gone soon.
    const writes = this.#difference(confirmed);
    return this.#last.then(() => this.#store(confirmed, writes));
  }

  #stop(): void {
    this.#timer?.unsubscribe();
    this.#commits?.unsubscribe();
    this.#timer = undefined;
  }

  #listen(): void {
    this.#commits = this.#internals.commits.commits$.subscribe(() => this.#flushIn(this.#wait));
  }

  #flushIn(wait: number): void {
    if (this.#internals.isOver) return;
    this.#stop();
    this.#timer = this.#internals.options.scheduler.schedule(() => this.flush(), wait);
  }

  async #store(
    confirmed = this.#internals.commits.latest.confirmed,
    writes = this.#difference(confirmed),
  ): Promise<void> {
    try {
      if (writes.length === 0 || (await this.#put(writes, confirmed))) {
        this.#stored(confirmed);
      } else if (this.#session.isUsable && !this.#timer) {
        this.#flushIn(this.#wait);
      }
    } catch (error) {
      this.#session.report(error);
      this.#flushIn(PAUSE);
    }
  }

  #stored(confirmed: EntityTable): void {
    this.#written = confirmed;
    for (const kind of confirmed.completeKeys()) this.#loadedKinds.delete(kind);
  }

  /** Returns whether the storage may be used; tries once more if it has no room. */
  async #put(writes: readonly Write[], state: EntityTable, work?: Work): Promise<boolean> {
    try {
      return await this.#commit(writes, state, work);
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== 'SB_STORAGE_FULL') throw error;
      await deleteOldest(this.#session);
      return this.#commit(writes, state, work);
    }
  }

  async #commit(writes: readonly Write[], { epoch }: EntityTable, work?: Work): Promise<boolean> {
    const { clock, commits } = this.#internals;
    const startedAt = DEVELOPMENT ? clock.now() : 0;
    const versions = this.#versions;
    let refusal: unknown;
    let done: Write[] = [];
    const isDone = await this.#session.commit(async (tables, info) => {
      // The state may be of a session before a reset.
      if (epoch !== commits.epoch) return false;
      done = [];
      for (let from = 0; from < writes.length; from += SLICE) {
        const some = writes.slice(from, from + SLICE);
        const stored = await Promise.all(
          some.map(async ([table, key, value], at) => {
            // Stored records arrived before the last flush. Each further slice waits for a read.
            const mayBeEarlier = arrivalOf(value) < info.flushedAt || (at === 0 && from > 0);
            return versions || mayBeEarlier ? tables.get(table, key) : undefined;
          }),
        );
        for (const [at, [table, key, value]] of some.entries()) {
          const found = stored[at];
          const isKnown = value !== undefined && arrivalOf(found) <= clock.now();
          let next = isLaterStored(found, value, clock.now()) ? found : value;
          if (versions && isKnown) next = versions.merge(key, found, value);
          // Another tab has stored it.
          if (isKnown && next === found) continue;
          done.push([table, key, next]);
          try {
            if (next !== undefined) {
              tables.put(table, key, next);
              continue;
            }
          } catch (error) {
            refusal = error;
          }
          tables.delete(table, key);
        }
      }
      // Tabs that share data mostly find that another one has stored all of it.
      if (!versions || done.length > 0 || work) this.#session.noteFlush(tables, info);
      await work?.(tables);
      return true;
    }, work && 'strict');
    if (refusal) this.#session.report(refusal);
    if (isDone && epoch === commits.epoch) versions?.stored(done);
    if (DEVELOPMENT && isDone) noteFlush(this.#internals, startedAt, writes);
    return isDone === true;
  }

  /** What the storage lacks of a state. Nothing if it may not be used. */
  #difference(after: EntityTable): readonly Write[] {
    const writes: Write[] = [];
    if (after === this.#written || !this.#session.isUsable) return writes;
    const versions = this.#versions;
    versions?.flush();
    const { epoch, lineage, slots } = after;
    // A log-out has emptied the storage.
    const isSameSession = this.#written.epoch === epoch;
    const before = isSameSession
      ? this.#written
      : new EntityTable(lineage, [], 0, -1, slots, epoch);
    const changes = before.changesTo(after);
    // Results first: their endpoints tell which entities may be stored.
    for (const key of changes.reserved(RESULTS)) {
      const write = this.#resultWrite(key, after, versions);
      if (write) writes.push(write);
    }
    for (const rows of changes.kinds) {
      const { key: kind } = rows;
      if (!this.#reads.hasKind(kind)) continue;
      for (const pk of rows.written()) {
        const meta = after.meta(kind, pk);
        // A row that was only collected stays in the storage.
        if (!meta) continue;
        // Lists that follow a record keep their meta.
        const record = after.get(kind, pk);
        if (this.#loaded.has(meta) && this.#loaded.get(meta) === record) continue;
        const version = versions?.of(record ?? meta, meta);
        writes.push(['rows', [kind, pk], rowOf(after, kind, pk, version)]);
      }
    }
    for (const kind of changes.reserved(COMPLETE)) {
      const isLoaded = this.#loadedKinds.get(kind) === epoch;
      if (isLoaded || !after.hasAll(kind) || !this.#reads.hasKind(kind)) continue;
      writes.push(['kinds', kind, true]);
    }
    return writes;
  }

  get #versions(): SharedVersions | undefined {
    return sessionOf(this.#internals).versions;
  }

  #resultWrite(key: string, after: EntityTable, versions?: SharedVersions): Write | undefined {
    const row = after.result(key);
    const [own, number] = splitKey(key);
    // Another endpoint with the key may be the first to read it after a reload.
    if (number > 0 || after.result(keyAt(own, 1))) return ['results', own];
    const endpoint = this.#internals.streams.at(key)?.endpoint;
    const mayStore = endpoint !== undefined && this.#reads.mayStore(endpoint);
    if (!row || this.#loaded.has(row) || !mayStore) return undefined;
    if (row.invalidatedSeq > 0) return ['results', key];
    // A failure says nothing new of the data.
    if (!row.hasResult || row.error !== undefined) return undefined;
    return ['results', key, resultOf(row, versions?.of(row, row))];
  }
}
