/**
 * Places that keep data between sessions.
 *
 * @packageDocumentation
 */

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
