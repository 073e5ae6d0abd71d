import { MemoryBackend } from './MemoryBackend.ts';
import type { Storage } from './Storage.ts';
import { storageOver } from './storageOver.ts';

/** A storage that lasts as long as the object: for tests, and for programs that nothing outlives. */
export function memoryStorage(): Storage {
  return storageOver(new MemoryBackend());
}
