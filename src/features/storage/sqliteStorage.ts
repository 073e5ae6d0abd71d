import type { SQLiteDriver } from './SQLiteDriver.ts';
import { SQLiteBackend } from './SQLiteBackend.ts';
import type { Storage } from './Storage.ts';
import { storageOver } from './storageOver.ts';

/**
 * A storage in the table `streambed` of a SQLite database. The connection belongs to the storage:
 * statements of others would become part of its transactions.
 *
 * @example
 * ```ts
 * const db = new Database('shop-7.db'); // better-sqlite3
 * const storage = sqliteStorage({
 *   exec: (sql, params) => db.prepare(sql).run(...params),
 *   all: (sql, params) => db.prepare(sql).all(...params),
 * });
 * ```
 */
export function sqliteStorage(driver: SQLiteDriver): Storage {
  return storageOver(new SQLiteBackend(driver));
}
