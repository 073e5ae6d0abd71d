import type { Store } from '../store/Store.ts';
import { useStoreScope } from './useStoreScope.ts';

/**
 * The store of the nearest {@link StoreProvider}; always the same object. Throws `SB_NO_PROVIDER`
 * without one.
 */
export function useStore(): Store {
  return useStoreScope().store;
}
