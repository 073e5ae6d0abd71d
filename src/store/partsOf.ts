import { SB_STORE_UNKNOWN } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { Commits } from './Commits.ts';
import type { Requests } from './Requests.ts';
import type { Served } from './Served.ts';
import type { Sources } from './Sources.ts';
import type { Store } from './Store.ts';
import type { StoreOptions } from './StoreOptions.ts';

/** What functions work on that are not methods of the store, so that only programs that call them load them. */
export interface StoreParts {
  readonly options: Required<StoreOptions>;
  readonly commits: Commits;
  readonly requests: Requests;
  readonly sources: Sources;
  /** What was brought to the store, if anything was. */
  served: Served | undefined;
  /** Throws after `dispose()`. */
  assertAlive(): void;
}

/** Where a store keeps its parts; a copy by spread has them too. */
export const PARTS: unique symbol = Symbol('streambed.parts');

/** The parts of a store. Throws `SB_STORE_UNKNOWN` for what `createStore()` has not made. */
export function partsOf(store: Store): StoreParts {
  const { [PARTS]: parts } = store as { readonly [PARTS]?: StoreParts };
  if (parts) return parts;
  throw new StreambedError(
    SB_STORE_UNKNOWN,
    'A function was called with something that looks like a store.',
  );
}
