/**
 * Data that outlives the page: a plugin that stores confirmed data and loads it by key.
 *
 * @packageDocumentation
 */

export { persist, requestPersistence, storedKeys, type EndpointWithArgs } from './persist.ts';
export type { PersistOptions } from './PersistOptions.ts';
export { type StorageStatus, storageStatus$ } from './StorageState.ts';
export { type Codec, codedStorage } from '../storage/codedStorage.ts';
export { indexedDBStorage, type IndexedDBOptions } from '../storage/indexedDBStorage.ts';
export type { KeyValue } from '../storage/KeyValue.ts';
export { keyValueStorage, type KeyValueOptions } from '../storage/keyValueStorage.ts';
export { memoryStorage } from '../storage/memoryStorage.ts';
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
} from '../storage/Storage.ts';
export type { SQLiteDriver } from '../storage/SQLiteDriver.ts';
export { sqliteStorage } from '../storage/sqliteStorage.ts';
