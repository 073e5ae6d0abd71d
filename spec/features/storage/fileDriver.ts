import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { SQLiteDriver } from '../../../src/features/storage/SQLiteDriver.ts';

/** The part of better-sqlite3 that specs use: it has no types of its own. */
interface Database {
  prepare(sql: string): {
    run(...params: readonly string[]): unknown;
    all(...params: readonly string[]): Record<string, unknown>[];
  };
}

/**
 * A folder with better-sqlite3, which `npm run check:sqlite` installs. It has to be compiled, so
 * the package itself does not depend on it; specs over it run where it is.
 */
export const sqliteFolder = process.env.BETTER_SQLITE3;

/** SQLite in a file, as the example of `sqliteStorage` has it. */
export function fileDriver(path: string): SQLiteDriver {
  const load = createRequire(join(String(sqliteFolder), 'package.json'));
  // The cast holds: it is what better-sqlite3 exports.
  const SQLite = load('better-sqlite3') as new (path: string) => Database;
  const db = new SQLite(path);
  return {
    exec: (sql, params) => db.prepare(sql).run(...params),
    all: (sql, params) => db.prepare(sql).all(...params),
  };
}
