import { asyncScheduler } from 'rxjs';
import { SB_STORE_SHARED } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { NoDeadlines } from '../store/NoDeadlines.ts';
import type { Store } from '../store/Store.ts';
import { StoreCore } from '../store/StoreCore.ts';
import { type StoreOptions, withDefaults } from '../store/StoreOptions.ts';
import { RenderReads } from './RenderReads.ts';
import type { ServerStore } from './ServerStore.ts';

/** How a server store behaves. It keeps everything as long as it lives, so there is no length of time to set for that. */
export interface ServerStoreOptions extends Omit<StoreOptions, 'active$' | 'gcTime' | 'graceTime'> {
  /** Disposes the store when it aborts: that of the request. */
  readonly signal?: AbortSignal;
}

/**
 * A store for one response: make one for each request, never one for all. It has no timers but those of `timeout` and `retry` while a request is
 * under way, collects nothing, and goes with the response. `dispose()` gives up its requests.
 */
export function createServerStore({ signal, ...options }: ServerStoreOptions = {}): ServerStore {
  const all = withDefaults({ ...options, graceTime: Infinity, gcTime: Infinity });
  const core: Store = new StoreCore(all, new NoDeadlines(asyncScheduler));
  const reads = new RenderReads(core, (error) => all.onError(error, { key: '' }));
  let isClaimed = false;
  const dispose = (): void => {
    signal?.removeEventListener('abort', dispose);
    core.dispose();
  };
  if (signal?.aborted) dispose();
  else signal?.addEventListener('abort', dispose, { once: true });
  return {
    ...core,
    observe(endpoint, ...args) {
      reads.endpoint(endpoint, args);
      return core.observe(endpoint, ...args);
    },
    select(endpoint, ...args) {
      reads.endpoint(endpoint, args);
      return core.select(endpoint, ...args);
    },
    query(schema, ...args) {
      reads.schema(schema, args);
      return core.query(schema, ...args);
    },
    dispose,
    takePart: () => reads.take(),
    claim() {
      if (isClaimed) {
        throw new StreambedError(SB_STORE_SHARED, 'There is a response with this store already.');
      }
      isClaimed = true;
    },
  };
}
