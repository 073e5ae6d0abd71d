import type { Root } from '../../kernel/streams/RetainedSource.ts';
import type { TableReader } from '../../kernel/table/TableReader.ts';
import type { RowKey } from '../channel/rowKeys.ts';
import { collectReached } from '../persist/collectStored.ts';
import type { SharedStorage } from '../persist/SharedStorage.ts';
import { type LoadedRow, timesAt } from '../persist/storedRecords.ts';
import { visitRecords } from '../persist/upgrade.ts';
import type { Stored, StoredKey, Writer } from '../storage/Storage.ts';
import type { QueuedMutation } from './QueuedMutation.ts';
import { packedMutation, type StoredMutation, unpackedMutation } from './storedMutations.ts';

/** How many real pks are kept. */
const MOST_IDS = 1_000;

/** What a program finds when it starts. */
export interface LoadedOutbox {
  /** In the order of their ids. */
  readonly mutations: readonly (readonly [id: string, stored: StoredMutation])[];
  /** Real pks by placeholder id. */
  readonly pks: ReadonlyMap<string, string>;
  /** The stored rows that the mutations change, with all that these refer to. */
  readonly rows: readonly LoadedRow[];
}

/**
 * What a claim finds. `waits`: another tab has failed to send the mutation, and will try again. `gone`:
 * another tab has sent it, with the real pks it has brought.
 */
export type Claim =
  | { readonly type: 'claimed' | 'failed'; readonly stored: StoredMutation }
  | { readonly type: 'held'; readonly until: number }
  | { readonly type: 'waits'; readonly until: number }
  | { readonly type: 'gone'; readonly pks: ReadonlyMap<string, string> };

/** The outbox in the storage, which several tabs may use. */
export class StoredOutbox {
  readonly #storage: SharedStorage;
  readonly #tab: string;
  /** Those that a failed transaction has not deleted. */
  readonly #undeleted = new Set<string>();

  /** `tab`: names the program in claims. */
  constructor(storage: SharedStorage, tab: string) {
    this.#storage = storage;
    this.#tab = tab;
  }

  /**
   * Without `ids` loads all, else these mutations and the real pks of `placeholders`. `rootsOf`: how the
   * rows that mutations change are read. `undefined` if the storage may not be used.
   */
  load(
    now: number,
    rootsOf: (rows: readonly RowKey[]) => readonly Root[],
    ids?: readonly string[],
    placeholders: readonly string[] = [],
  ): Promise<LoadedOutbox | undefined> {
    return this.#storage.read(async (tables, { flushedAt }) => {
      const mutations: [string, StoredMutation][] = [];
      const rowKeys = new Map<string, RowKey>();
      const found = ([key, value]: Stored): void => {
        const stored = unpackedMutation(value);
        if (!stored || typeof key !== 'string') return;
        mutations.push([key, stored]);
        for (const row of stored.rows) rowKeys.set(JSON.stringify(row), row);
      };
      const pks = new Map<string, string>();
      if (ids) {
        const values = await tables.getMany('mutations', ids);
        for (const [at, id] of ids.entries()) found([id, values[at]]);
        const created = await tables.getMany('ids', placeholders);
        for (const [at, each] of placeholders.entries()) pks.set(...pkOf(each, created[at]));
      } else {
        await visitRecords(tables, 'mutations', found);
        await visitRecords(tables, 'ids', ([key, value]) => pks.set(...pkOf(key, value)));
      }
      pks.delete('');
      const roots = rootsOf([...rowKeys.values()]);
      const rows = await collectReached(tables, roots, timesAt(now, flushedAt));
      return { mutations, pks, rows };
    });
  }

  /** See `SharedStorage.loaded`. */
  loaded(rows: readonly LoadedRow[], before: TableReader): void {
    this.#storage.loaded?.(rows, before);
  }

  /** Stores new mutations. Resolves with whether the storage may be used. */
  async put(mutations: readonly QueuedMutation[]): Promise<boolean> {
    const write = (tables: Writer): Promise<true> => {
      for (const each of mutations) putMutation(tables, each);
      return Promise.resolve(true);
    };
    return (await this.#storage.commit(write, 'strict')) === true;
  }

  /**
   * Takes the right to send a mutation until a time. `isFree`: whether no other tab sends, when
   * the storage has responded. `undefined` if the storage may not be used.
   */
  claim(
    mutation: QueuedMutation,
    now: number,
    until: number,
    isFree: () => boolean,
  ): Promise<Claim | undefined> {
    const { id, owner } = mutation;
    return this.#storage.commit(async (tables): Promise<Claim> => {
      const stored = unpackedMutation(await tables.get('mutations', id));
      if (!stored) {
        const pks = new Map<string, string>();
        await visitRecords(tables, 'ids', ([key, value]) => {
          if (String(key).startsWith(`optimistic:${owner}:`)) pks.set(...pkOf(key, value));
        });
        return { type: 'gone', pks };
      }
      if (stored.failedAt !== undefined) return { type: 'failed', stored };
      const [tab, end] = stored.claim ?? [this.#tab, 0];
      if (tab !== this.#tab && end > now && !isFree()) return { type: 'held', until: end };
      const { nextTryAt } = stored;
      if (nextTryAt > now && !mutation.isWoken) return { type: 'waits', until: nextTryAt };
      const attempts = stored.attempts + 1;
      const claim = [this.#tab, until] as const;
      const claimed: StoredMutation = { ...stored, attempts, nextTryAt: 0, claim };
      tables.put('mutations', id, packedMutation(claimed));
      return { type: 'claimed', stored: claimed };
    });
  }

  /**
   * Stores the state of mutations, unless another tab has deleted or claimed them. Without
   * `until` ends the claims of this tab. Resolves with whether all were changed.
   */
  async update(
    mutations: readonly QueuedMutation[],
    now: number,
    until?: number,
  ): Promise<boolean> {
    const claim = until === undefined ? undefined : ([this.#tab, until] as const);
    const all = await this.#storage.commit(
      async (tables) => {
        let areOwn = true;
        for (const mutation of mutations) {
          const stored = unpackedMutation(await tables.get('mutations', mutation.id));
          const [tab, end] = stored?.claim ?? [this.#tab, 0];
          const isOwn = stored !== undefined && (tab === this.#tab || end <= now);
          // A claim is not renewed of what another tab has failed to send.
          if (isOwn && !(claim && stored.failedAt !== undefined))
            putMutation(tables, mutation, claim);
          else areOwn = false;
        }
        return areOwn;
      },
      claim ? 'relaxed' : 'strict',
    );
    return all !== false;
  }

  /**
   * Deletes mutations, in one strict transaction with all changes of data, with the real pks of
   * created entities, and with mutations whose args have changed. Rejects if it fails; a later
   * transaction deletes them then.
   */
  async settle(
    ids: readonly string[],
    pks: ReadonlyMap<string, string> = new Map(),
    changed: readonly QueuedMutation[] = [],
    now = 0,
  ): Promise<void> {
    for (const id of ids) this.#undeleted.add(id);
    const deleted = [...this.#undeleted];
    const write = async (tables: Writer): Promise<void> => {
      for (const id of deleted) tables.delete('mutations', id);
      for (const [placeholder, pk] of pks) tables.put('ids', placeholder, [pk, now]);
      for (const each of changed) await replaceArgs(tables, each);
      if (pks.size > 0) await forgetOldest(tables);
    };
    const storage = this.#storage;
    await (storage.flushWith?.(write) ?? storage.commit(write, 'strict'));
    for (const id of deleted) this.#undeleted.delete(id);
  }
}

function putMutation(
  tables: Writer,
  mutation: QueuedMutation,
  claim?: StoredMutation['claim'],
): void {
  tables.put('mutations', mutation.id, packedMutation(mutation.record(claim)));
}

/** Another tab may have a claim of the mutation, or may have settled it. */
async function replaceArgs(tables: Writer, mutation: QueuedMutation): Promise<void> {
  const stored = unpackedMutation(await tables.get('mutations', mutation.id));
  if (!stored) return;
  const { args, rows } = mutation.record();
  tables.put('mutations', mutation.id, packedMutation({ ...stored, args, rows }));
}

/** Without a real pk, the placeholder id is empty. */
function pkOf(key: StoredKey, value: unknown): [placeholder: string, pk: string] {
  const pk: unknown = Array.isArray(value) ? value[0] : undefined;
  return typeof key === 'string' && typeof pk === 'string' ? [key, pk] : ['', ''];
}

async function forgetOldest(tables: Writer): Promise<void> {
  const known: [key: StoredKey, at: unknown][] = [];
  await visitRecords(tables, 'ids', ([key, value]) => {
    known.push([key, Array.isArray(value) ? value[1] : 0]);
  });
  const tooMany = known.length - MOST_IDS;
  if (tooMany <= 0) return;
  known.sort(([, a], [, b]) => Number(a) - Number(b));
  for (const [key] of known.slice(0, tooMany)) tables.delete('ids', key);
}
