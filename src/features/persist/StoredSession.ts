import { BehaviorSubject, type Subscription } from 'rxjs';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import type { OpenStorage, Reader, Storage, Writer } from '../storage/Storage.ts';
import type { PersistSettings } from './PersistOptions.ts';
import { STORED_FORMAT } from './storedRecords.ts';
import { deleteTables, migrateRows } from './upgrade.ts';
import { markWipe, isWipeMarked, unmarkWipe } from './wipeMark.ts';

/**
 * Where the data of a store is kept. `opening`: it is not known yet. `storage`: it is stored.
 * `memory`: the storage failed, so nothing is stored. `outdated`: a later version of the program has
 * taken over the storage; a reload loads that version.
 */
export type StorageStatus = 'opening' | 'storage' | 'memory' | 'outdated';

/** What the storage says of all that it contains. */
export interface StoredInfo {
  readonly format: number;
  readonly version: number;
  /** Another one after each log-out. */
  readonly token: string;
  /** When data was last stored, ms since epoch. */
  readonly flushedAt: number;
}

const INFO = 'info';

/** A log-out does not wait longer for the storage, ms. */
const WIPE_TIMEOUT = 5_000;

/**
 * The right to use a storage. Each transaction checks it first: another tab may have ended the
 * session by a log-out, or may run a later version of the program.
 */
export class StoredSession {
  readonly status = new BehaviorSubject<StorageStatus>('opening');
  readonly #parts: StoreInternals;
  readonly #settings: PersistSettings;
  /** Called when another tab has ended the session. */
  readonly #onForeignEnd: () => void;
  #token: string;
  /** Counts the sessions of this store. */
  #count = 0;
  /** Resolves with the storage when it may be used. */
  #ready: Promise<OpenStorage | undefined>;
  #isOver = false;
  readonly #failures = new Set<unknown>();

  constructor(
    parts: StoreInternals,
    settings: PersistSettings,
    place: Storage,
    onForeignEnd: () => void,
  ) {
    this.#parts = parts;
    this.#settings = settings;
    this.#onForeignEnd = onForeignEnd;
    this.#token = this.#newToken();
    this.#ready = this.#open(place);
  }

  /** Whether data may be stored and loaded, or it is not known yet. */
  get isUsable(): boolean {
    const { value } = this.status;
    return !this.#isOver && (value === 'opening' || value === 'storage');
  }

  /** Reads at one moment. `undefined` if the storage may not be used. Rejects if it fails. */
  read<R>(work: (tables: Reader, info: StoredInfo) => Promise<R>): Promise<R | undefined> {
    return this.#use(async (storage, check) => storage.read(async (tables) => check(tables, work)));
  }

  /** Writes all or nothing. `undefined` if the storage may not be used. Rejects if it fails. */
  commit<R>(work: (tables: Writer, info: StoredInfo) => Promise<R>): Promise<R | undefined> {
    return this.#use(async (storage, check) =>
      storage.commit(async (tables) => check(tables, work), 'relaxed'),
    );
  }

  /** Notes with a commit that data is stored now. */
  noteFlush(tables: Writer, info: StoredInfo): void {
    tables.put('info', INFO, { ...info, flushedAt: this.#parts.clock.now() });
  }

  /** A read or a commit has failed. Each cause is reported once. */
  failed(error: unknown): void {
    const { code } = error as { readonly code?: unknown };
    if (!this.#failures.has(code)) this.#parts.report(error, '');
    this.#failures.add(code);
  }

  /** Nothing is stored from now on. */
  fail(error: unknown): void {
    if (!this.isUsable) return;
    this.status.next('memory');
    this.failed(error);
  }

  /**
   * Begins another session. `isOwn`: it is the log-out of this store, so the storage is wiped.
   * Resolves after that, or after a time limit; never rejects.
   */
  restart(isOwn: boolean): Promise<void> {
    this.#count++;
    if (!isOwn) return Promise.resolve();
    this.#token = this.#newToken();
    const { name } = this.#settings;
    markWipe(name);
    const wiped = this.#ready.then(async (storage) => {
      if (!storage || !this.isUsable) return undefined;
      try {
        await this.#wipe(storage);
        return storage;
      } catch (error) {
        this.fail(error);
        return undefined;
      }
    });
    this.#ready = wiped;
    return this.within(
      WIPE_TIMEOUT,
      wiped.then(() => undefined),
    );
  }

  /** Closes the storage after the transactions in flight. */
  end(): void {
    this.#isOver = true;
    this.status.complete();
    void this.#ready.then((storage) => storage?.close());
  }

  /** Resolves with a promise that does not reject, or after `ms` with `undefined`. */
  async within<R>(ms: number, promise: Promise<R>): Promise<R | undefined> {
    let timer: Subscription | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = this.#parts.options.scheduler.schedule(() => resolve(undefined), ms);
    });
    try {
      return await Promise.race([promise, late]);
    } finally {
      timer?.unsubscribe();
    }
  }

  async #open(place: Storage): Promise<OpenStorage | undefined> {
    const { name } = this.#settings;
    try {
      const storage = await place.open(() => {}, this.#parts.options.scheduler);
      if (isWipeMarked(name)) await this.#wipe(storage);
      const isKnown = await storage.commit((tables) => this.#enter(tables), 'relaxed');
      if (this.#isOver) return storage;
      this.status.next(isKnown ? 'storage' : 'outdated');
      return storage;
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  /** Takes over what is stored. Returns whether this version of the program may use it. */
  async #enter(tables: Writer): Promise<boolean> {
    const { version, migrate } = this.#settings;
    const info = infoOf(await tables.get('info', INFO));
    if (info && (info.format > STORED_FORMAT || info.version > version)) return false;
    const isCurrent = info?.format === STORED_FORMAT && info.version === version;
    if (isCurrent) {
      this.#token = info.token;
      return true;
    }
    if (info && migrate) await migrateRows(tables, info.version, migrate);
    else await deleteTables(tables, ['rows']);
    await deleteTables(tables, ['results', 'kinds']);
    this.#token = info?.token ?? this.#token;
    this.#put(tables, info?.flushedAt ?? 0);
    return true;
  }

  async #wipe(storage: OpenStorage): Promise<void> {
    await storage.clear();
    await storage.commit(async (tables) => this.#put(tables, 0), 'strict');
    unmarkWipe(this.#settings.name);
  }

  #put(tables: Writer, flushedAt: number): void {
    const { version } = this.#settings;
    const info: StoredInfo = { format: STORED_FORMAT, version, token: this.#token, flushedAt };
    tables.put('info', INFO, info);
  }

  async #use<R>(run: (storage: OpenStorage, check: Check) => Promise<R | undefined>) {
    const count = this.#count;
    const storage = await this.#ready;
    if (!storage || this.status.value !== 'storage') return undefined;
    let found: StoredInfo | 'none' | undefined;
    const result = await run(storage, async (tables, work) => {
      const info = infoOf(await tables.get('info', INFO));
      found = info ?? 'none';
      return info && count === this.#count && this.#isOwn(info) ? work(tables, info) : undefined;
    });
    if (found && count === this.#count) this.#compare(found);
    return result;
  }

  #isOwn({ format, token, version }: StoredInfo): boolean {
    const isCurrent = format === STORED_FORMAT && version === this.#settings.version;
    return isCurrent && token === this.#token;
  }

  /** Stops, or begins another session, if the storage belongs to another one. */
  #compare(found: StoredInfo | 'none'): void {
    if (found !== 'none' && this.#isOwn(found)) return;
    const isOther =
      found !== 'none' &&
      (found.format !== STORED_FORMAT || found.version !== this.#settings.version);
    if (isOther) {
      this.status.next('outdated');
      return;
    }
    // The other tab may not have begun its next session.
    if (found !== 'none') this.#token = found.token;
    this.#onForeignEnd();
  }

  #newToken(): string {
    const { random } = this.#parts.options;
    return `${random().toString(36).slice(2)}${random().toString(36).slice(2)}`;
  }
}

type Check = <R, T extends Reader>(
  tables: T,
  work: (tables: T, info: StoredInfo) => Promise<R>,
) => Promise<R | undefined>;

function infoOf(stored: unknown): StoredInfo | undefined {
  // The cast holds: members that are not there read as undefined.
  const { format, version, token, flushedAt } = Object(stored) as Partial<StoredInfo>;
  const isInfo =
    typeof format === 'number' &&
    typeof version === 'number' &&
    typeof token === 'string' &&
    typeof flushedAt === 'number';
  return isInfo ? { format, version, token, flushedAt } : undefined;
}
