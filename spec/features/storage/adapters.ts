import { memoryStorage } from '../../../src/features/storage/index.ts';
import type { Storage } from '../../../src/features/storage/Storage.ts';
import { virtualStorage } from '../../../src/tools/testing/index.ts';

/** Each adapter, as a function that makes an empty storage. */
export const adapters: readonly (readonly [name: string, make: () => Promise<Storage>])[] = [
  ['memoryStorage', async () => memoryStorage()],
  ['virtualStorage', async () => virtualStorage()],
];
