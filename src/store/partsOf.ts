import { SB_STORE_UNKNOWN } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { Commits } from '../commits/Commits.ts';
import type { Features } from './Features.ts';
import type { Requests } from '../requests/Requests.ts';
import type { RenderedPage } from '../streams/RenderedPage.ts';
import type { EntryHost } from '../streams/EntryHost.ts';
import type { Sources } from '../streams/Sources.ts';
import type { Store } from './Store.ts';
import type { KnownOptions } from './StoreOptions.ts';

/** What functions work on that are not methods of the store, so that only programs that call them load them. */
export interface StoreParts {
  readonly options: KnownOptions;
  readonly commits: Commits;
  readonly requests: Requests;
  readonly sources: Sources;
  /** What features keep beside sources. */
  readonly features: Features;
  /** What sources need of the store. */
  readonly host: EntryHost;
  /** What a page is rendered with, if one is. */
  page: RenderedPage | undefined;
  /** Throws after `dispose()`. */
  assertAlive(): void;
  /** Disposes the store; `makeError` makes what it throws from then on. */
  end(makeError: () => Error): void;
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
