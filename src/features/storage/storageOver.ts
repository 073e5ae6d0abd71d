import type { Backend } from './Backend.ts';
import { connectedStorage } from './connectedStorage.ts';
import type { Storage } from './Storage.ts';
import { PackedTables } from './PackedTables.ts';

/**
 * The storage that a backend of texts makes: values are packed, records that cannot be read are not
 * stored, and failures have one of two codes.
 */
export function storageOver(backend: Backend): Storage {
  return connectedStorage(
    async (onLost, scheduler) => new PackedTables(await backend.open(onLost, scheduler)),
  );
}
