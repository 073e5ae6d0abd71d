import { StreambedError } from '../../shared/StreambedError.ts';
import type { Store } from './Store.ts';
import type { StoreInternals } from './StoreInternals.ts';

/** The version and the format of this copy of the package, which the build fills in. */
const COPY = 'streambed (source)';

/** The member that holds the internals of a store. A copy by spread has it too. Its name says which copy of the package made the store. */
export const INTERNALS: unique symbol = Symbol(COPY);

/**
 * The internals of a store. Throws `SB_STORE_UNKNOWN` for an object that `createStore()` did not make,
 * `SB_TWO_COPIES` for a store of another copy of the package.
 */
export function internalsOf(store: Store): StoreInternals {
  const { [INTERNALS]: internals } = store as { readonly [INTERNALS]?: StoreInternals };
  if (internals) return internals;
  for (const { description } of Object.getOwnPropertySymbols(Object(store))) {
    if (description?.startsWith('streambed ')) {
      throw new StreambedError(
        'SB_TWO_COPIES',
        `The store is of ${description}, its user of ${COPY}.`,
      );
    }
  }
  throw new StreambedError('SB_STORE_UNKNOWN', 'createStore() did not make this store.');
}
