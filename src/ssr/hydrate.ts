import { filter, Subscription } from 'rxjs';
import { reportGlobally } from '../shared/reportGlobally.ts';
import { rehydrate, type RehydrateOptions } from '../dehydrate/rehydrate.ts';
import type { Store } from '../store/Store.ts';
import { partElements } from './partElements.ts';
import { readPart } from './readPart.ts';

/** How the parts of a page are taken. */
export interface PageOptions extends RehydrateOptions {
  /** Default: the global one. */
  readonly document?: Document | undefined;
  /** Takes the error of a part that cannot be read; what it tells is fetched. Default: the global `reportError`, else the console. */
  readonly onError?: (error: unknown) => void;
}

/** Parts that are being taken. */
export interface PageHydration {
  /** Resolves when the part of the shell is there: from then on the tree can be hydrated without a request. Never rejects. */
  readonly ready: Promise<void>;
  /** Takes no further parts. */
  stop(): void;
}

/**
 * Has a store take the parts that arrived with the page, and those that are still to come, until the page is complete or the store is reset: what was
 * rendered for another session is not for this one.
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
  { age, document = globalThis.document, onError = reportGlobally }: PageOptions = {},
): PageHydration {
  if (!document) return { ready: Promise.resolve(), stop() {} };
  const taken = new Set<Element>();
  let becomeReady!: () => void;
  const ready = new Promise<void>((resolve) => (becomeReady = resolve));
  const resets = new Subscription();

  const take = (): void => {
    for (const part of partElements(document)) {
      if (taken.has(part)) continue;
      taken.add(part);
      try {
        rehydrate(store, readPart(part), age === undefined ? {} : { age });
      } catch (error) {
        onError(error);
      }
    }
    if (taken.size > 0) becomeReady();
  };
  const observer = new MutationObserver(take);
  const stop = (): void => {
    observer.disconnect();
    document.removeEventListener('DOMContentLoaded', complete);
    resets.unsubscribe();
    becomeReady();
  };
  const complete = (): void => {
    take();
    stop();
  };

  take();
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
