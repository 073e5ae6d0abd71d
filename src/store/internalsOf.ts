import { StreambedError } from '../shared/StreambedError.ts';
import type { Store } from './Store.ts';
import type { StoreInternals } from './StoreInternals.ts';

/** The member that holds the parts of a store. A copy by spread has it too. */
export const INTERNALS: unique symbol = Symbol('streambed.parts');

/**
 * The parts of a store. Throws `SB_STORE_UNKNOWN` for an object that `createStore()` did not make.
 */
export function internalsOf(store: Store): StoreInternals {
  const { [INTERNALS]: parts } = store as { readonly [INTERNALS]?: StoreInternals };
  if (parts) return parts;
  throw new StreambedError('SB_STORE_UNKNOWN', 'createStore() did not make this store.');
}
