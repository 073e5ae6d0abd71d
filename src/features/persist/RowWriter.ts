import type { Subscription } from 'rxjs';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { disputedRows } from '../../kernel/streams/disputedRows.ts';
import { EntityKeySet } from '../../kernel/table/EntityKeySet.ts';
import { EntityTable } from '../../kernel/table/EntityTable.ts';
import { EntityTableDraft } from '../../kernel/table/EntityTableDraft.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { sessionOf, type SharedVersions, type StoreSession } from '../channel/StoreSession.ts';
import type { Writer } from '../storage/Storage.ts';
import { deleteOldest } from './ageing.ts';
import { expireResults, expireWritten, removedAt } from './expireStored.ts';
import { noteFlush } from './inspectedStorages.ts';
import { ListNotes, type RowChange } from './ListNotes.ts';
import type { StorableReads } from './StorableReads.ts';
import { arrivalOf, itemsOf, mergeStored } from './storedRecords.ts';
import type { StoredSession } from './StoredSession.ts';
import { type Write, writesOf } from './writesOf.ts';

/** After a flush that failed, ms. */
const PAUSE = 60_000;

/** Records that are read at once. */
const SLICE = 250;

/** What a flush writes, and the rows that are stale in the storage then, but not in this store. */
interface Difference {
  readonly writes: readonly Write[];
  readonly open: EntityKeySet;
}

/** What another feature writes in the transaction of a flush. */
type Work = (tables: Writer) => Promise<void>;

/**
 * Stores what changed since the last flush, in one transaction: the storage always has the stored
 * part of one confirmed state.
 */
export class RowWriter {
  readonly #internals: StoreInternals;
  /** The last flush comes after the end of the store, which forgets its features. */
  readonly #shared: StoreSession;
  readonly #session: StoredSession;
  readonly #reads: StorableReads;
  readonly #wait: number;
  /** The state that the storage has. */
  #written: EntityTable;
  /** Rows that the storage has as stale, because a read in flight is to bring them. */
  #open = new EntityKeySet();
  /** Data that came from the storage since. */
  #loaded = EntityTable.empty();
  /** When something was stored last, as far as this tab knows. */
  #flushedAt: number | undefined;
  /** Whether another tab has stored something since this one has begun. */
  #isShared = false;
  /** Rows that are not stored, until a read shows their classes. */
  #skipped = new EntityKeySet();
  /** Rows that are stored otherwise than this tab has them. */
  readonly #merged = new Set<string>();
  readonly #notes = new ListNotes();
  #timer: Subscription | undefined;
  /** Whether the last flush has failed: the next one waits. */
  #hasFailed = false;
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
    this.#shared = sessionOf(internals);
    this.#session = session;
    this.#reads = reads;
    this.#wait = wait;
    this.#written = internals.commits.latest.confirmed;
    this.#listen();
  }

  /** Data came from the storage: `add` adds it as it is stored. */
  loaded(add: (draft: EntityTableDraft) => void): void {
    const draft = new EntityTableDraft(this.#loadedIn(this.#internals.commits.epoch));
    add(draft);
    this.#loaded = draft.commit().table;
  }

  /** The storage says when something was stored last. */
  sees(flushedAt: number): void {
    this.#isShared ||= flushedAt !== (this.#flushedAt ??= flushedAt);
  }

  /** Resolves when what changed so far is stored, or could not be. */
  settled(): Promise<void> {
    const isDue = this.#timer !== undefined || !this.#skipped.isEmpty;
    if (isDue && !this.#hasFailed) this.flush();
    return this.#last;
  }

  /** Stores what changed, after the flush in flight. */
  flush(): void {
    this.#hasFailed = false;
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
      const loaded = this.#loaded;
      const { open, writes } = this.#difference(confirmed);
      const isDone = await this.#put(writes, confirmed, work);
      if (isDone) this.#stored(confirmed, loaded, open);
      return isDone;
    });
    const end = (): void => undefined;
    this.#last = stored.then(end, end);
    return stored;
  }

  /** Stores what the store has now. Resolves when it is stored; never rejects. */
  end(): Promise<void> {
    this.#stop();
    const { confirmed } = this.#internals.commits.latest;
    // Its streams are gone soon.
    const difference = this.#difference(confirmed);
    return this.#last.then(() => this.#store(confirmed, difference));
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
    { open, writes } = this.#difference(confirmed),
  ): Promise<void> {
    const loaded = this.#loaded;
    try {
      if (writes.length === 0 || (await this.#put(writes, confirmed))) {
        this.#stored(confirmed, loaded, open);
      } else if (this.#session.isUsable && !this.#timer) {
        this.#flushIn(this.#wait);
      }
    } catch (error) {
      this.#session.report(error);
      this.#hasFailed = true;
      this.#flushIn(PAUSE);
    }
  }

  #stored(confirmed: EntityTable, loaded: EntityTable, open: EntityKeySet): void {
    this.#written = confirmed;
    this.#open = open;
    // Data may have come while the rest was stored.
    if (loaded === this.#loaded) this.#loaded = EntityTable.empty();
  }

  #loadedIn(epoch: number): EntityTable {
    return this.#loaded.epoch === epoch ? this.#loaded : EntityTable.empty(epoch);
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

  async #commit(writes: readonly Write[], state: EntityTable, work?: Work): Promise<boolean> {
    const { epoch } = state;
    const { clock, commits } = this.#internals;
    const startedAt = DEVELOPMENT ? clock.now() : 0;
    const versions = this.#versions;
    let refusal: unknown;
    let flushedAt: number | undefined;
    let done: Write[] = [];
    let skipped = new EntityKeySet();
    let lostAt = 0;
    let isRefused = false;
    const isDone = await this.#session.commit(async (tables, info) => {
      // The state may be of a session before a reset.
      if (epoch !== commits.epoch) return false;
      this.sees(info.flushedAt);
      const now = clock.now();
      [done, skipped, lostAt, isRefused] = [[], new EntityKeySet(), 0, false];
      const changes: RowChange[] = [];
      const complete = new Map<string, Promise<unknown>>();
      const hasAll = async (kind: string): Promise<boolean> => {
        const known = complete.get(kind) ?? tables.get('kinds', kind);
        complete.set(kind, known);
        return (await known) !== undefined;
      };
      for (let from = 0; from < writes.length; from += SLICE) {
        const some = writes.slice(from, from + SLICE);
        const stored = await Promise.all(
          some.map(async ([table, key, value, base], at) => {
            // Stored results arrived before the last flush. Each further slice waits for a read.
            const mayBeEarlier = arrivalOf(value) < info.flushedAt || (at === 0 && from > 0);
            // Without other tabs, an entity is as this one has stored it.
            const isKnown = itemsOf(base)[3] && this.#reads.hasKind(key[0]);
            const isOwn = isKnown && !this.#isShared && !this.#merged.has(String(key));
            const mayDiffer = table === 'rows' && !isOwn;
            return versions || mayDiffer || mayBeEarlier ? tables.get(table, key) : base;
          }),
        );
        for (const [at, [table, key, value, base]] of some.entries()) {
          const [found, arrivedAt] = [stored[at], arrivalOf(stored[at])];
          const isKnown = value !== undefined && !Number.isNaN(arrivedAt);
          let next = value;
          // A stored record of the future is older than the setting back of the clock.
          if (isKnown && versions && arrivedAt <= now) {
            const merged = versions.merge(key, found, value);
            next = merged.value;
            lostAt = Math.max(lostAt, merged.droppedAt);
            isRefused ||= merged.isRefused;
          } else if (isKnown) {
            next = mergeStored(key, found, value, { base, flushedAt: info.flushedAt, now });
            if (!versions && next !== value) this.#merged.add(String(key));
          }
          // Another tab has stored it, or no read of this one says that it may be stored.
          if (isKnown && next === found) continue;
          if (table === 'rows') {
            changes.push([key, base ?? found, next, found]);
            // The list of all entities would lack one.
            const isStorable = found || this.#reads.hasKind(key[0]) || (await hasAll(key[0]));
            if (!isStorable) {
              if (itemsOf(next)[3]) skipped.add(key[0], key[1]);
              continue;
            }
          }
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
      // An entity that came back may lack members that results from before its removal rest on.
      await expireResults(tables, Math.max(removedAt(changes), lostAt), done, now);
      // Those that this tab has just written may rest on a record that is not stored.
      if (isRefused) done = done.map((write) => expireWritten(tables, write));
      const isShared = versions !== undefined;
      for (const [kind, hasChanged] of this.#notes.kindsOf(changes, this.#written, state)) {
        const lacks = (...row: readonly string[]): boolean => this.#merged.has(String(row));
        await this.#notes.put(tables, kind, state, { now, hasChanged, isShared, lacks });
      }
      // Tabs that share data mostly find that another one has stored all of it.
      const isNew = !versions || done.length > 0 || work;
      if (isNew) flushedAt = this.#session.noteFlush(tables, info);
      await work?.(tables);
      return true;
    }, work && 'strict');
    if (refusal) this.#session.report(refusal);
    if (isDone) this.#flushedAt = flushedAt ?? this.#flushedAt;
    if (isDone) this.#skip(skipped, writes);
    if (isDone && epoch === commits.epoch) versions?.stored(done);
    if (DEVELOPMENT && isDone) noteFlush(this.#internals, startedAt, writes);
    return isDone === true;
  }

  /** Rows were skipped with some writes; those that have waited may be among these. */
  #skip(skipped: EntityKeySet, writes: readonly Write[]): void {
    const written = new Set(this.#skipped.isEmpty ? [] : writes.map(([, key]) => String(key)));
    this.#skipped.forEach((...key) => written.has(String(key)) || skipped.add(...key));
    this.#skipped = skipped;
  }

  /** What the storage lacks of a state. Nothing if it may not be used. */
  #difference(after: EntityTable): Difference {
    const [written, skipped, wasOpen] = [this.#written, this.#skipped, this.#open];
    const isSame = after === written && skipped.isEmpty;
    if (isSame || !this.#session.isUsable) return { writes: [], open: wasOpen };
    this.#versions?.flush();
    const loaded = this.#loadedIn(after.epoch);
    const open = disputedRows(this.#internals.streams, after);
    const states = { written, after, loaded, skipped, open, wasOpen };
    return { writes: writesOf(this.#internals, this.#reads, states), open };
  }

  get #versions(): SharedVersions | undefined {
    return this.#shared.versions;
  }
}
