import { useContext } from 'react';
import { SB_NO_PROVIDER } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { Store } from '../store/Store.ts';
import { StoreContext } from './StoreContext.ts';

/** The store of the nearest {@link StoreProvider}; always the same object. Throws `SB_NO_PROVIDER` without one. */
export function useStore(): Store {
  const store = useContext(StoreContext);
  if (!store)
    throw new StreambedError(SB_NO_PROVIDER, 'There is no StoreProvider above the component.');
  return store;
}
