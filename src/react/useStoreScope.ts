import { useContext } from 'react';
import { SB_NO_PROVIDER } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { Store } from '../store/Store.ts';
import { StoreContext, type StoreScope } from './StoreContext.ts';

/** What the hook finds around it. Throws `SB_NO_PROVIDER` where there is no store. */
export function useStoreScope(): StoreScope & { readonly store: Store } {
  const scope = useContext(StoreContext);
  if (hasStore(scope)) return scope;
  throw new StreambedError(SB_NO_PROVIDER, 'There is no StoreProvider above the component.');
}

function hasStore(scope: StoreScope): scope is StoreScope & { readonly store: Store } {
  return scope.store !== undefined;
}
