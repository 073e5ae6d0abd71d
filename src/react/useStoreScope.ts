import { useContext } from 'react';
import { StreambedError } from '../shared/StreambedError.ts';
import type { Store } from '../store/Store.ts';
import { StoreContext, type StoreScope } from './StoreContext.ts';

/** The scope of the hook, with a store. Throws `SB_NO_PROVIDER` without a {@link StoreProvider}. */
export function useStoreScope(): StoreScope & { readonly store: Store } {
  const scope = useContext(StoreContext);
  if (hasStore(scope)) return scope;
  throw new StreambedError(
    'SB_NO_PROVIDER',
    'The hook found no StoreProvider above its component.',
  );
}

function hasStore(scope: StoreScope): scope is StoreScope & { readonly store: Store } {
  return scope.store !== undefined;
}
