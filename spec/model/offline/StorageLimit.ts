import type { OpenStorage, Storage } from '../../../src/features/storage/Storage.ts';

/** More transactions than the tabs of a history need in one step. */
const MOST = 2_000;

/** Ends the loop of a program that does nothing but use its storage. */
export class StorageLimit {
  #count = 0;

  get isReached(): boolean {
    return this.#count > MOST;
  }

  /** A step begins. */
  reset(): void {
    this.#count = 0;
  }

  /** A storage whose transactions count. Above the limit they reject. */
  of(storage: Storage): Storage {
    const counted = <R>(run: () => Promise<R>): Promise<R> => {
      this.#count++;
      return this.isReached ? Promise.reject(new Error('A program is in a loop.')) : run();
    };
    return {
      open: async (...args) => {
        const open: OpenStorage = await storage.open(...args);
        return {
          read: (work) => counted(() => open.read(work)),
          commit: (work, durability) => counted(() => open.commit(work, durability)),
          clear: (first) => open.clear(first),
          close: () => open.close(),
        };
      },
    };
  }
}
