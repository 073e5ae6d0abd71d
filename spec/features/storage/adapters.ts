import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import initSqlJs from 'sql.js';
import { type Codec, codedStorage } from '../../../src/features/storage/codedStorage.ts';
import { indexedDBStorage } from '../../../src/features/storage/indexedDBStorage.ts';
import type { KeyValue } from '../../../src/features/storage/KeyValue.ts';
import { keyValueStorage } from '../../../src/features/storage/keyValueStorage.ts';
import { memoryStorage } from '../../../src/features/storage/memoryStorage.ts';
import { sqliteStorage } from '../../../src/features/storage/sqliteStorage.ts';
import type { SQLiteDriver } from '../../../src/features/storage/SQLiteDriver.ts';
import type { Storage } from '../../../src/features/storage/Storage.ts';
import { virtualStorage } from '../../../src/tools/testing/index.ts';
import { fileDriver, sqliteFolder } from './fileDriver.ts';
import { fileTexts } from './fileTexts.ts';

/** Puts an empty IndexedDB in place, as a browser has it. */
export function useIndexedDB(): IDBFactory {
  const factory = new IDBFactory();
  Object.assign(globalThis, { indexedDB: factory, IDBKeyRange });
  return factory;
}

/** Sync, as MMKV and `localStorage` are. */
export function mapTexts(map = new Map<string, string>()): KeyValue {
  return {
    get: (key) => map.get(key),
    set: (key, text) => map.set(key, text),
    delete: (key) => map.delete(key),
    keys: () => map.keys(),
  };
}

const folders: string[] = [];

afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A folder that is removed after the specs of the file. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'streambed-'));
  folders.push(folder);
  return folder;
}

/** SQLite in memory. */
export async function sqlDriver(): Promise<SQLiteDriver> {
  const db = new (await initSqlJs()).Database();
  return {
    exec: (sql, params) => db.run(sql, params),
    all: (sql, params) => {
      const statement = db.prepare(sql);
      statement.bind(params);
      const rows: Record<string, unknown>[] = [];
      while (statement.step()) rows.push(statement.getAsObject());
      statement.free();
      return rows;
    },
  };
}

/** This codec makes texts. */
const textOf = (code: unknown): string => (typeof code === 'string' ? code : '');

const backwards = (text: string): string =>
  text.split('').reduceRight((all, unit) => all + unit, '');

/** Keeps the order of keys. */
const backwardsCodec: Codec = {
  encode: async (text) => backwards(text),
  decode: async (code) => backwards(textOf(code)),
  hashKey: async (text) => text,
};

/** Each adapter, as a function that makes an empty storage. */
const sqliteInFile = [
  'sqliteStorage over better-sqlite3',
  async () => sqliteStorage(fileDriver(join(newFolder(), 'shop.db'))),
] as const;

export const adapters: readonly (readonly [name: string, make: () => Promise<Storage>])[] = [
  ['memoryStorage', async () => memoryStorage()],
  ['virtualStorage', async () => virtualStorage()],
  [
    'indexedDBStorage',
    async () => {
      useIndexedDB();
      return indexedDBStorage({ name: 'shop' });
    },
  ],
  ['keyValueStorage over a map', async () => keyValueStorage(mapTexts(), { name: 'shop' })],
  [
    'keyValueStorage over files',
    async () => keyValueStorage(fileTexts(newFolder()), { name: 'shop' }),
  ],
  ['sqliteStorage over sql.js', async () => sqliteStorage(await sqlDriver())],
  ...(sqliteFolder ? [sqliteInFile] : []),
  ['codedStorage', async () => codedStorage(memoryStorage(), backwardsCodec)],
];
