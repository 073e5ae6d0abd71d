import { BehaviorSubject, type Subscription } from 'rxjs';
import type { StoreFeature, StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { isPageVisible, pageEvents } from '../../shared/web/pageSignals.ts';
import { sessionOf, type StoreSession } from '../channel/StoreSession.ts';
import type { Durability, OpenStorage, Reader, Storage, Writer } from '../storage/Storage.ts';
import { timeLimit } from '../../shared/web/timeLimit.ts';
import type { PersistSettings } from './PersistOptions.ts';
import type { SharedStorage } from './SharedStorage.ts';
import type { StorageStatus } from './StorageState.ts';
import { STORED_FORMAT, timeAfter } from './storedRecords.ts';
import { upgrade } from './upgrade.ts';
import { WipeNote } from './WipeNote.ts';

/** What the storage says of all that it contains. */
export interface StoredInfo {
  readonly format: number;
  readonly version: number;
  /** Another one after each log-out. */
  readonly token: string;
  /** When data was last stored, ms since epoch. */
  readonly flushedAt: number;
}

/** Which data a session uses. */
export type SessionSettings = Pick<PersistSettings, 'name' | 'version' | 'migrate'>;

const INFO = 'info';

/** A log-out does not wait longer for the storage, ms. */
const WIPE_TIMEOUT = 5_000;

/**
 * The right to use a storage. Each transaction checks it first: another tab may have ended the
 * session by a log-out, or may run a later version of the program.
 */
export class StoredSession implements SharedStorage, StoreFeature {
  readonly name: string;
  readonly status = new BehaviorSubject<StorageStatus>('opening');
  readonly #internals: StoreInternals;
  readonly #settings: SessionSettings;
  readonly #note: WipeNote;
  #status: StorageStatus = 'opening';
  /** What this tab has noted with the last upgrade. */
  #upgraded: StoredInfo | undefined;
  /** That of this session; `undefined` until it is known. */
  #token: string | undefined;
  /** What the tabs of the storage share. */
  readonly #shared: StoreSession;
  /** Resolves with the storage when it may be used. Each session has another promise. */
  #ready: Promise<OpenStorage | undefined>;
  readonly #reported = new Set<unknown>();
  readonly #returns: Subscription;

  constructor(internals: StoreInternals, settings: SessionSettings, storage: Storage) {
    this.name = settings.name;
    this.#internals = internals;
    this.#settings = settings;
    this.#note = new WipeNote(settings.name);
    this.#shared = sessionOf(internals);
    this.#shared.stored = settings;
    this.#ready = this.#open(storage);
    const returns$ = pageEvents('visibilitychange', 'pageshow', 'resume', 'storage');
    this.#returns = returns$.subscribe((event) => this.#check(event));
  }

  /** Whether data may be stored and loaded, or it is not known yet. */
  get isUsable(): boolean {
    return this.#status === 'opening' || this.#status === 'storage';
  }

  /**
   * Runs `work` in one transaction. `undefined` if the storage may not be used. Rejects if it fails.
   */
  read<R>(work: (tables: Reader, info: StoredInfo) => Promise<R>): Promise<R | undefined> {
    return this.#use((storage, check) => storage.read((tables) => check(work, tables)));
  }

  /** Like `read`; writes all or nothing. */
  commit<R>(
    work: (tables: Writer, info: StoredInfo) => Promise<R>,
    durability: Durability = 'relaxed',
  ): Promise<R | undefined> {
    return this.#use((storage, check) =>
      storage.commit((tables) => check(work, tables, tables), durability),
    );
  }

  /** Notes with a commit that data is stored now. Returns the time, which no flush before had. */
  noteFlush(tables: Writer, info: StoredInfo): number {
    const flushedAt = timeAfter(info.flushedAt, this.#internals.clock.now());
    tables.put(INFO, INFO, { ...info, flushedAt });
    return flushedAt;
  }

  /** Reports a failure. Each cause is reported once. */
  report(error: unknown): void {
    const { code } = Object(error) as { readonly code?: unknown };
    if (!this.#reported.has(code)) this.#internals.report(error, '');
    this.#reported.add(code);
  }

  /** Another tab may have ended the session: `event` of the page says so, or it is looked up. */
  #check(event: Event): void {
    const token = this.#note.tokenOf(event);
    // Tokens begin with the time: an event may be late.
    if (token && !(parseFloat(token) < parseFloat(`${this.#token}`))) this.#follow(token);
    // A page that is left while it reads is not kept in the back-forward cache.
    if (token === undefined && isPageVisible())
      this.read(() => Promise.resolve()).catch(() => undefined);
  }

  /**
   * Begins another session: that of another tab, or one of its own, for which the storage is wiped.
   * Resolves after that, or after a time limit; never rejects.
   */
  reset(): Promise<void> {
    const { token, isFollowed } = this.#shared;
    if (!isFollowed) this.#note.set(token);
    const ready = this.#ready.then(async (storage) => {
      try {
        // Without its note, the log-out of another tab has ended, or a later one has begun.
        const isDue = (): boolean => !isFollowed || this.#note.get() === token;
        if (storage) await this.#wipe(storage, token, isDue);
        return storage;
      } catch (error) {
        return this.#fail(error);
      }
    });
    this.#ready = ready;
    return this.within(
      WIPE_TIMEOUT,
      ready.then(() => undefined),
    );
  }

  /** Closes the storage after `last`, which does not reject. */
  end(last = Promise.resolve()): void {
    this.#returns.unsubscribe();
    void last.then(async () => (await this.#ready)?.close());
  }

  /** Resolves with a promise that does not reject, or after a time limit, ms, with `undefined`. */
  async within<R>(ms: number, promise: Promise<R>): Promise<R | undefined> {
    let timer: Subscription | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = timeLimit(this.#internals.options.scheduler, ms, () => resolve(undefined));
    });
    const first = await Promise.race([promise, late]);
    timer?.unsubscribe();
    return first;
  }

  async #open(storage: Storage): Promise<OpenStorage | undefined> {
    try {
      const open = await storage.open(() => {}, this.#internals.options.scheduler);
      const token = this.#note.get();
      if (token) await this.#wipe(open, token);
      // Mostly nothing is written: then the first data need not wait for a commit.
      let info = await open.read((tables) => this.#enter(tables));
      if (!this.#isCurrent(info)) {
        info = await open.commit((tables) => this.#enter(tables, tables), 'relaxed');
      }
      this.#token ??= info?.token;
      this.#become(isLater(info, this.#settings) ? 'outdated' : 'storage');
      // Another tab may have logged out since the wipe.
      if (info) this.#follow(info.token);
      return open;
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Nothing is stored from now on. */
  #fail(error: unknown): undefined {
    this.#become('memory');
    this.#internals.report(error, '');
  }

  #become(status: StorageStatus): void {
    this.#status = status;
    this.status.next(status);
  }

  /** What the storage says, after a writer has taken over what earlier versions have stored. */
  async #enter(tables: Reader, writer?: Writer): Promise<StoredInfo | undefined> {
    const info = infoOf(await tables.get(INFO, INFO));
    const { migrate } = this.#settings;
    if (!writer || this.#isCurrent(info) || this.#isForeign(info)) return info;
    await upgrade(writer, info && migrate, info?.version ?? 0);
    const next = { ...this.#newInfo(info?.token ?? this.#token), flushedAt: info?.flushedAt ?? 0 };
    writer.put(INFO, INFO, next);
    this.#upgraded = next;
    return next;
  }

  /** Whether this version of the program has stored the data, or a later one. */
  #isCurrent(info: StoredInfo | undefined): boolean {
    const { version } = this.#settings;
    return (
      (info?.format === STORED_FORMAT && info.version === version) || isLater(info, { version })
    );
  }

  /** Whether another tab has begun another session. */
  #isForeign(info: StoredInfo | undefined): boolean {
    return info !== undefined && this.#token !== undefined && info.token !== this.#token;
  }

  /** The version stays: it may be a later one. */
  async #wipe(storage: OpenStorage, token: string, isDue = () => true): Promise<void> {
    const info = infoOf(await storage.read((tables) => tables.get(INFO, INFO)));
    if (info?.token !== token && isDue()) {
      await storage.clear([INFO, INFO, { ...this.#newInfo(token), ...info, token, flushedAt: 0 }]);
    }
    this.#token = token;
    this.#note.delete(token);
  }

  async #use<R>(run: (storage: OpenStorage, check: Check) => Promise<R>): Promise<R | undefined> {
    const ready = this.#ready;
    const storage = await ready;
    if (!storage || this.#status === 'memory') return undefined;
    let found: StoredInfo | undefined;
    // A transaction does not read what it has written: the work follows an upgrade.
    const hasUpgraded = (): boolean => found !== undefined && found === this.#upgraded;
    const result = await run(storage, async (work, tables, writer) => {
      const info = (found = await this.#enter(tables, writer));
      if (hasUpgraded()) return undefined;
      if (info?.token !== this.#token || info?.version !== this.#settings.version) return undefined;
      return ready === this.#ready ? work(tables, info) : undefined;
    });
    if (ready !== this.#ready) return result;
    if (hasUpgraded()) return this.#use(run);
    if (isLater(found, this.#settings)) this.#become('outdated');
    if (found && this.#isForeign(found)) this.#follow(found.token);
    return result;
  }

  /** Begins the session of another tab. */
  #follow(token: string): void {
    if (token !== this.#token) this.#shared.follow(token);
  }

  #newInfo(token = this.#shared.newToken()): StoredInfo {
    return { format: STORED_FORMAT, version: this.#settings.version, token, flushedAt: 0 };
  }
}

/** Runs the work of a transaction if the session may use the storage. */
type Check = <R, T extends Reader>(
  work: (tables: T, info: StoredInfo) => Promise<R>,
  tables: T,
  writer?: Writer,
) => Promise<R | undefined>;

/** Whether a later version of the program has taken over the storage. */
function isLater(info: StoredInfo | undefined, { version }: { readonly version: number }): boolean {
  return info !== undefined && (info.format > STORED_FORMAT || info.version > version);
}

function infoOf(stored: unknown): StoredInfo | undefined {
  // The cast holds: members that are not there read as undefined.
  const info = Object(stored) as Partial<StoredInfo>;
  const { format, version, token, flushedAt } = info;
  const isInfo = [format, version, flushedAt].every(Number.isFinite) && typeof token === 'string';
  return isInfo ? (info as StoredInfo) : undefined;
}
