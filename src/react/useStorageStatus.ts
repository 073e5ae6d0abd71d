import { type StorageStatus, storageStatus$ } from '../features/persist/StorageState.ts';
import { useStore } from './StoreScope.ts';
import { useObservable } from './useStream.ts';

/**
 * Where the data of the store is kept, see `storageStatus$` of `streambed/persist`. A server
 * renders `opening`, and so does the first render of its page in the browser. Throws
 * `SB_OPTION_INVALID` to the nearest error boundary if the store has no plugin `persist`.
 *
 * @example
 * ```tsx
 * const status = useStorageStatus();
 * {status === 'outdated' && <button onClick={() => location.reload()}>Reload</button>}
 * ```
 */
export function useStorageStatus(): StorageStatus {
  return useObservable(storageStatus$(useStore()));
}
