import { indexedDBStorage } from 'streambed/persist';
import { WatchedStorage } from './WatchedStorage.ts';

/** The storage of the story. A program with users has one for each of them. */
export const name = 'story';

export const storage = new WatchedStorage(indexedDBStorage({ name }));
