import { asyncScheduler } from 'rxjs';
import { StreambedError } from '../shared/StreambedError.ts';
import { DeadlineQueue } from '../requests/DeadlineQueue.ts';
import { HydrationSnapshot } from '../dehydrate/HydrationSnapshot.ts';
import { disposedError, storeOf } from '../store/createStore.ts';
import { StoreInternals } from '../store/StoreInternals.ts';
import { type StoreOptions, withDefaults } from '../store/StoreOptions.ts';
import { RenderReads } from './RenderReads.ts';
import type { DehydratedState } from '../dehydrate/DehydratedState.ts';
import type { Store } from '../store/Store.ts';

/**
 * A store for one response. It notes what the render reads, by hooks or by `observe`, `select` and
 * `query`.
 */
export interface ServerStore extends Store {
  /**
   * The data that was read and not taken before; `undefined` if there is none. Leaves out failed
   * reads: their components render again in the browser, which fetches them.
   */
  takePart(): DehydratedState | undefined;
  /**
   * @internal Disposes the store because the response has closed early. From then on the store
   * throws `SB_ABORTED`, not `SB_DISPOSED`: a closed connection is no misuse of the store.
   */
  abort(): void;
  /** @internal Called once per response. A second call throws `SB_STORE_SHARED`. */
  claim(): void;
}

/**
 * Options of a server store. It keeps all data until it is disposed, so it has no `gcTime` and no
 * `graceTime`.
 */
export interface ServerStoreOptions extends Omit<StoreOptions, 'active$' | 'gcTime' | 'graceTime'> {
  /** Ends the store with `SB_ABORTED` when it aborts. Pass the signal of the incoming request. */
  readonly signal?: AbortSignal;
}

/**
 * A store for one response: create one for each request, never one for all. Its only timers are
 * those of `timeout` and `retry` while a request is in flight. It does not garbage-collect.
 * `dispose()` aborts its requests.
 */
export function createServerStore({ signal, ...options }: ServerStoreOptions = {}): ServerStore {
  const all = withDefaults({ ...options, graceTime: Infinity, gcTime: Infinity });
  const parts = new StoreInternals(all, new NoDeadlines(asyncScheduler));
  const core = storeOf(parts);
  const page = new HydrationSnapshot(parts.commits, true);
  parts.page = page;
  const reads = new RenderReads(core, page, (error) => all.onError(error, { key: '' }));
  let isClaimed = false;
  const end = (makeError: () => Error): void => {
    signal?.removeEventListener('abort', abort);
    parts.end(makeError);
  };
  const abort = (): void => end(closedError);
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort);
  return {
    ...core,
    observe(endpoint, ...args) {
      reads.note({ endpoint, args });
      return core.observe(endpoint, ...args);
    },
    select(endpoint, ...args) {
      reads.note({ endpoint, args });
      return core.select(endpoint, ...args);
    },
    query(schema, ...args) {
      reads.note({ schema, args });
      return core.query(schema, ...args);
    },
    dispose: () => end(disposedError),
    abort,
    takePart: () => reads.take(),
    claim() {
      if (isClaimed) {
        throw new StreambedError(
          'SB_STORE_SHARED',
          'The server store already belongs to another response.',
        );
      }
      isClaimed = true;
    },
  };
}

function closedError(): StreambedError {
  return new StreambedError(
    'SB_ABORTED',
    'The connection closed before the response was complete.',
  );
}

/** For stores that live as long as one response: nothing expires, and no timer is set. */
class NoDeadlines extends DeadlineQueue {
  override set(): void {}
}
