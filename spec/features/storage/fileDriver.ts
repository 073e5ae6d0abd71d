import Database from 'better-sqlite3';
import type { SQLiteDriver } from '../../../src/features/storage/SQLiteDriver.ts';

/** SQLite in a file, as the example of `sqliteStorage` has it. */
export function fileDriver(path: string): SQLiteDriver {
  const db = new Database(path);
  return {
    exec: (sql, params) => db.prepare(sql).run(...params),
    all: (sql, params) => db.prepare(sql).all(...params),
  };
}
