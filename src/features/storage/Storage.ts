import type { SchedulerLike } from 'rxjs';

/**
 * A place that keeps data between sessions. An adapter makes one; `persist` and `offline` open it.
 *
 * Promises of an open storage reject with what `work` threw, or with a StreambedError:
 * `SB_STORAGE_FULL` if there is no room, `SB_STORAGE_UNAVAILABLE` if the operation failed for
 * another reason. Whatever rejects has changed nothing.
 */
export interface Storage {
  /**
   * Opens the storage, and makes it if it does not exist. Rejects with `SB_STORAGE_UNAVAILABLE`,
   * at the latest after 3 seconds in which the page runs. A storage may be open several times; each
   * commit of one is seen by the next read of the others.
   *
   * `onLost` is called when the connection was lost: another tab upgrades or deletes the database
   * (`'versionchange'`), or the browser closed it (`'closed'`). The next operation opens it again.
   * Its data may be gone then.
   *
   * `scheduler` times what takes time. Default: real time.
   */
  open(onLost: (why: LostReason) => void, scheduler?: SchedulerLike): Promise<OpenStorage>;
}

export type LostReason = 'versionchange' | 'closed';

/** A storage that is open. */
export interface OpenStorage {
  /**
   * Runs `work`, whose reads see one moment, and resolves with what it returns. `work` awaits
   * nothing but its reads: a transaction ends when it has nothing to do. If the connection is lost,
   * `work` runs again.
   */
  read<R>(work: (tables: Reader) => Promise<R>): Promise<R>;
  /**
   * Runs `work`, then writes all it has put and deleted, or nothing. No other commit comes between
   * its reads and its writes. `work` is as that of `read`, and may run again.
   *
   * `'relaxed'` resolves when other tabs see the writes, and may lose them if the device loses
   * power; `'strict'` resolves when they are on the disk.
   */
  commit<R>(work: (tables: Writer) => Promise<R>, durability: Durability): Promise<R>;
  /** Empties all tables, and puts the first record of the next content. Strict. */
  clear(first?: readonly [table: TableName, key: StoredKey, value: unknown]): Promise<void>;
  /** Ends the connection after the operations in flight. Later ones reject. */
  close(): void;
}

export type Durability = 'relaxed' | 'strict';

/**
 * `rows` by entity key and pk, `results` by endpoint key, `kinds` (entity keys of complete lists),
 * `mutations` by mutation id, `ids` (placeholder id → pk), `info` (format, version, session token).
 */
export type TableName = (typeof tableNames)[number];

export const tableNames = ['rows', 'results', 'kinds', 'mutations', 'ids', 'info'] as const;

/** A text, or texts of which each but the last names a group. `['a']` and `'a'` are one key. */
export type StoredKey = string | readonly string[];

/** A record that `range` found; `undefined` is the value of one that cannot be read. */
export type Stored = readonly [key: StoredKey, value: unknown];

/**
 * Reads the state before the commit: not what the same commit has put. A record that cannot be
 * read is `undefined`, and the next commit that reads it deletes it.
 */
export interface Reader {
  get(table: TableName, key: StoredKey): Promise<unknown>;
  /** One value per key, in their order; `undefined` for those that are not stored. */
  getMany(table: TableName, keys: readonly StoredKey[]): Promise<readonly unknown[]>;
  /**
   * Records of a group, in the order of their keys: those whose key begins with the texts of
   * `prefix` and has more. `[]` is the whole table. Only those after the key `after`, and at most
   * `limit`: fewer are the last ones.
   */
  range(
    table: TableName,
    prefix: readonly string[],
    limit: number,
    after?: StoredKey,
  ): Promise<readonly Stored[]>;
}

export interface Writer extends Reader {
  /**
   * Puts a value at the end of the commit: JSON, and the values that `packValue` supports; adapters
   * of databases with values of their own may refuse URLs. Throws `SB_STATE_UNSUPPORTED` for others;
   * `work` may catch that and go on without the record.
   */
  put(table: TableName, key: StoredKey, value: unknown): void;
  delete(table: TableName, key: StoredKey): void;
}
