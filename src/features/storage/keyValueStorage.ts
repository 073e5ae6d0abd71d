import type { KeyValue } from './KeyValue.ts';
import { KeyValueBackend } from './KeyValueBackend.ts';
import type { Storage } from './Storage.ts';
import { storageOver } from './storageOver.ts';

export interface KeyValueOptions {
  /** Unique per user: two users never share a storage. */
  readonly name: string;
}

/**
 * A storage over texts with keys, one per record. One program at a time may have it open: there are
 * no locks between tabs.
 *
 * @example
 * ```ts
 * const storage = keyValueStorage(
 *   {
 *     get: (key) => AsyncStorage.getItem(key),
 *     set: (key, text) => AsyncStorage.setItem(key, text),
 *     delete: (key) => AsyncStorage.removeItem(key),
 *     keys: () => AsyncStorage.getAllKeys(),
 *   },
 *   { name: 'shop-7' },
 * );
 * ```
 */
export function keyValueStorage(texts: KeyValue, { name }: KeyValueOptions): Storage {
  return storageOver(new KeyValueBackend(texts, `${encodeURIComponent(name)}/`));
}
