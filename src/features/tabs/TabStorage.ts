import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { type MergedData, sessionOf, type SharedVersions } from '../channel/StoreSession.ts';
import type { LoadAction } from '../persist/collectStored.ts';
import type { DataStorage } from '../persist/SharedStorage.ts';
import { StorageState } from '../persist/StorageState.ts';
import { isTrace } from '../persist/storedRecords.ts';
import { type RowVersions } from './rowVersions.ts';
import { storedVersion, versioned } from './versions.ts';
import type { TabChange } from './TabChange.ts';
import type { TabReceiver } from './TabReceiver.ts';

/** What the storage of a tab needs of it. */
interface StoringTab {
  /** Sends what changed since the last message. */
  flush(): void;
  post(type: 'change' | 'many', members: object): void;
  take(change: TabChange): void;
  /** Has keys fetched. */
  expire(keys: readonly string[]): void;
}

/** The storage that tabs share: it keeps the same version of a row as they do. */
export class TabStorage implements SharedVersions {
  readonly #internals: StoreInternals;
  readonly #versions: RowVersions;
  readonly #receiver: TabReceiver;
  readonly #tab: StoringTab;
  /** How many messages wait until the changes that they name are stored. */
  #naming = 0;

  constructor(
    internals: StoreInternals,
    versions: RowVersions,
    receiver: TabReceiver,
    tab: StoringTab,
  ) {
    this.#internals = internals;
    this.#versions = versions;
    this.#receiver = receiver;
    this.#tab = tab;
    sessionOf(internals).versions = this;
  }

  flush(): void {
    this.#tab.flush();
    this.#receiver.learn();
  }

  of(data: object, meta: { readonly seq: number; readonly fetchedAt: number }): unknown {
    return this.#versions.ofData(data, meta);
  }

  note(data: object, version: unknown): void {
    if (version) this.#versions.note(data, storedVersion(NaN, version));
  }

  merge(key: string | readonly string[], stored: unknown, mine: unknown): MergedData {
    return this.#receiver.merge(key, stored, mine);
  }

  stored(writes: Parameters<SharedVersions['stored']>[0]): void {
    if (this.#naming > 0) return;
    const rows: unknown[] = [];
    const results: unknown[] = [];
    for (const [table, key, value] of writes) {
      // Other tabs have got a message of an invalidation.
      if (value === undefined || (table === 'results' && isTrace(value))) continue;
      // The cast holds: it is the key of a row.
      if (table === 'rows') rows.push([...(key as readonly string[]), value]);
      if (table === 'results') results.push([key, value, null]);
    }
    if (rows.length + results.length > 0) this.#tab.post('change', { rows, results });
  }

  /** Sends the names of changes when these are stored: then other tabs can load them. */
  async name(keys: readonly string[], kinds: readonly string[]): Promise<void> {
    const storage = this.#storage;
    let isStored = false;
    if (storage) {
      this.#naming++;
      try {
        isStored = await storage.flushWith(() => Promise.resolve());
      } catch (error) {
        storage.report(error);
      }
      this.#naming--;
    }
    this.#tab.post('many', { keys, kinds, isStored });
  }

  /** Takes what another tab has named. What is not stored is fetched. */
  async load(keys: readonly string[], isStored: boolean): Promise<void> {
    const { commits, streams } = this.#internals;
    const { epoch } = commits;
    const storage = isStored ? this.#storage : undefined;
    let found: LoadAction | undefined;
    if (storage) {
      try {
        found = await storage.load(keys.flatMap((key) => streams.peek(key) ?? []));
      } catch (error) {
        storage.report(error);
      }
      if (epoch !== commits.epoch || this.#internals.isOver) return;
    }
    const { rows = [] } = found ?? {};
    const results = found?.results.filter(({ hasResult }) => hasResult) ?? [];
    const signs = { expired: [], invalidated: [], endpoints: [], lists: [] };
    this.#tab.take({ rows: rows.map(versioned), results: results.map(versioned), ...signs });
    const loaded = new Set(results.map(({ key }) => key));
    this.#tab.expire(keys.filter((key) => !loaded.has(key)));
  }

  /** `undefined` if nothing is stored. */
  get #storage(): DataStorage | undefined {
    return this.#internals.find(StorageState)?.shared;
  }
}
