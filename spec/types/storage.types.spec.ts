import { type SQLiteDriver, sqliteStorage } from 'streambed/persist';

/** The part of `node:sqlite`, as Node 22 types it, that a storage needs. */
interface DatabaseSync {
  prepare(sql: string): StatementSync;
}

interface StatementSync {
  run(...params: readonly SupportedValue[]): { readonly changes: number | bigint };
  all(...params: readonly SupportedValue[]): Record<string, SupportedValue>[];
}

type SupportedValue = null | number | bigint | string | Uint8Array;

it('sqliteStorage takes the database of Node as it is typed', () => {
  const driverOf = (db: DatabaseSync): SQLiteDriver => ({
    exec: (sql, params) => db.prepare(sql).run(...params),
    all: (sql, params) => db.prepare(sql).all(...params),
  });
  const statement: StatementSync = { run: () => ({ changes: 0 }), all: () => [] };
  const storage = sqliteStorage(driverOf({ prepare: () => statement }));
  expect(Object.keys(storage)).toHaveLength(1);
});
