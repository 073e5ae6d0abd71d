/**
 * Places that keep data between sessions.
 *
 * @packageDocumentation
 */

export { indexedDBStorage, type IndexedDBOptions } from './indexedDBStorage.ts';
export type { KeyValue } from './KeyValue.ts';
export { keyValueStorage, type KeyValueOptions } from './keyValueStorage.ts';
export { memoryStorage } from './memoryStorage.ts';
export type {
  Durability,
  LostReason,
  OpenStorage,
  Reader,
  Storage,
  Stored,
  StoredKey,
  TableName,
  Writer,
} from './Storage.ts';
export type { SQLiteDriver } from './SQLiteDriver.ts';
export { sqliteStorage } from './sqliteStorage.ts';
