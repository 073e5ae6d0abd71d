import { SB_STORE_UNKNOWN } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { Commits } from '../commits/Commits.ts';
import type { Features } from './Features.ts';
import type { Requests } from '../requests/Requests.ts';
import type { RenderedPage } from '../streams/RenderedPage.ts';
import type { StreamHost } from '../streams/StreamHost.ts';
import type { StreamRegistry } from '../streams/StreamRegistry.ts';
import type { Store } from './Store.ts';
import type { KnownOptions } from './StoreOptions.ts';

/**
 * The internals that functions outside of the store work on. They are not methods, so that only
 * programs that call them load them.
 */
export interface StoreInternals {
  readonly options: KnownOptions;
  readonly commits: Commits;
  readonly requests: Requests;
  readonly sources: StreamRegistry;
  /** State of features, beside streams. */
  readonly features: Features;
  /** What streams need of the store. */
  readonly host: StreamHost;
  /** The data that a page is rendered with; `undefined` without a page. */
  page: RenderedPage | undefined;
  /** Throws after `dispose()`. */
  assertAlive(): void;
  /** Disposes the store. `makeError` makes the error that its methods throw from then on. */
  end(makeError: () => Error): void;
}

/** The member that holds the parts of a store. A copy by spread has it too. */
export const INTERNALS: unique symbol = Symbol('streambed.parts');

/**
 * The parts of a store. Throws `SB_STORE_UNKNOWN` for an object that `createStore()` did not make.
 */
export function internalsOf(store: Store): StoreInternals {
  const { [INTERNALS]: parts } = store as { readonly [INTERNALS]?: StoreInternals };
  if (parts) return parts;
  throw new StreambedError(SB_STORE_UNKNOWN, 'createStore() did not make this store.');
}
