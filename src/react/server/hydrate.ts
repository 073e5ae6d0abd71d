import { filter, Subscription } from 'rxjs';
import { reportGlobally } from '../../shared/reportGlobally.ts';
import { rehydrate, type RehydrateOptions } from '../../features/dehydrate/rehydrate.ts';
import type { Store } from '../../kernel/store/Store.ts';
import { claim } from './claims.ts';
import { originOfPart, partElements, readPart } from './parts.ts';

/** Options of {@link hydrate}. */
export interface PageOptions extends RehydrateOptions {
  /**
   * The `id` with which the server wrote the parts of this app. Default: none; the parts are those of
   * one server store, which no other store of the page has taken.
   */
  readonly id?: string | undefined;
  /** Default: the global `document`. */
  readonly document?: Document | undefined;
  /**
   * Receives the error of a part that cannot be read; its data is fetched. Default: the global
   * `reportError`, else the console.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** The hydration of a store from a page. */
export interface PageHydration {
  /**
   * Resolves when the store has the shell's data: from then on React can hydrate the tree without a
   * request. Never rejects.
   */
  readonly ready: Promise<void>;
  /** Stops reading parts. */
  stop(): void;
}

/**
 * Loads the data of the page into a store: the parts that have arrived, and later parts as they
 * arrive, until the page is complete or the store is reset. After a reset the parts belong to
 * another session.
 *
 * @example
 * ```ts
 * const store = createStore();
 * await hydrate(store).ready;
 * hydrateRoot(document, <StoreProvider store={store}><App /></StoreProvider>);
 * ```
 */
export function hydrate(
  store: Store,
  { age, id, document = globalThis.document, onError = reportGlobally }: PageOptions = {},
): PageHydration {
  if (!document) return { ready: Promise.resolve(), stop() {} };
  const done = new Set<Element>();
  let becomeReady!: () => void;
  const ready = new Promise<void>((resolve) => (becomeReady = resolve));
  const resets = new Subscription();

  const readParts = (): void => {
    const parts = partElements(document, id);
    const origins = parts.flatMap((part) => originOfPart(part) ?? []);
    const own = id === undefined ? claim(store, origins) : undefined;
    for (const part of parts) {
      const isForeign = own !== undefined && (originOfPart(part) ?? own) !== own;
      if (isForeign || done.has(part)) continue;
      done.add(part);
      try {
        rehydrate(store, readPart(part), age === undefined ? {} : { age });
      } catch (error) {
        onError(error);
      }
    }
    if (done.size > 0) becomeReady();
  };
  const observer = new MutationObserver(readParts);
  const stop = (): void => {
    observer.disconnect();
    document.removeEventListener('DOMContentLoaded', complete);
    resets.unsubscribe();
    becomeReady();
  };
  const complete = (): void => {
    readParts();
    stop();
  };

  readParts();
  if (document.readyState !== 'loading') {
    complete();
    return { ready, stop };
  }
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  document.addEventListener('DOMContentLoaded', complete);
  const reset$ = store.actions$.pipe(filter(({ type }) => type === 'reset'));
  resets.add(reset$.subscribe({ next: stop, complete: stop }));
  return { ready, stop };
}
