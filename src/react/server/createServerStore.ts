import { asyncScheduler } from 'rxjs';
import { StreambedError } from '../../shared/StreambedError.ts';
import { DeadlineQueue } from '../../kernel/requests/DeadlineQueue.ts';
import { HydrationSnapshot } from '../../features/dehydrate/HydrationSnapshot.ts';
import { disposedError, storeOf } from '../../kernel/store/createStore.ts';
import { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { type StoreOptions, withDefaults } from '../../kernel/store/StoreOptions.ts';
import type { DehydratedRow, DehydratedState } from '../../features/dehydrate/DehydratedState.ts';
import { dehydrateState } from '../../features/dehydrate/dehydrate.ts';
import { madeBy } from '../../features/dehydrate/origins.ts';
import { readDecision } from '../suspense/readDecision.ts';
import { internalsOf } from '../../kernel/store/internalsOf.ts';
import type { Store } from '../../kernel/store/Store.ts';
import { EndpointStream } from '../../kernel/streams/EndpointStream.ts';
import { InertStream } from '../../kernel/streams/InertStream.ts';
import { QueryStream } from '../../kernel/streams/QueryStream.ts';

/** A read: its stream. */
type ReadStream = EndpointStream | QueryStream;

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
  readonly signal?: AbortSignal | undefined;
}

/**
 * A store for one response: create one for each request, never one for all. Its only timers are
 * those of `timeout` and `retry` while a request is in flight. It does not garbage-collect.
 * `dispose()` aborts its requests.
 */
export function createServerStore({ signal, ...options }: ServerStoreOptions = {}): ServerStore {
  const all = withDefaults({ ...options, graceTime: Infinity, gcTime: Infinity });
  const internals = new StoreInternals(all, new NoDeadlines(asyncScheduler));
  const core = storeOf(internals);
  const page = new HydrationSnapshot(internals.commits, true);
  internals.page = page;
  const reads = renderReads(core, page, (error) => all.onError(error, { key: '' }));
  let isClaimed = false;
  const end = (makeError: () => Error): void => {
    signal?.removeEventListener('abort', abort);
    internals.end(makeError);
  };
  const abort = (): void => end(closedError);
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort);
  return {
    ...core,
    observe(endpoint, ...args) {
      const observed = core.observe(endpoint, ...args);
      reads.note(observed);
      return observed;
    },
    select(endpoint, ...args) {
      reads.note(core.observe(endpoint, ...args));
      return core.select(endpoint, ...args);
    },
    query(schema, ...args) {
      const queried = core.query(schema, ...args);
      reads.note(queried);
      return queried;
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

/**
 * Tracks what a render reads from a store, and which of it was sent. `report` receives the error of
 * each read that cannot be sent.
 */
function renderReads(store: Store, page: HydrationSnapshot, report: (error: unknown) => void) {
  /** Equal reads are one stream, which the store would hold weakly. */
  const noted = new Set<ReadStream>();
  const unsent = new Set<ReadStream>();
  /** The records that were sent, by entity key and primary key. */
  const sent = new Map<string, Map<string, DehydratedRow[3]>>();
  return { note, take };

  /** Notes a read, once. One without a key shows no data: its args are `null`, or its hook throws. */
  function note(read: object): void {
    const isRead = read instanceof QueryStream || read instanceof EndpointStream;
    if (!isRead || read instanceof InertStream || read.args[0] === null) return;
    if (noted.has(read)) return;
    noted.add(read);
    unsent.add(read);
  }

  /** See {@link ServerStore}. */
  function take(): DehydratedState | undefined {
    const ready = [...unsent].filter(hasData);
    if (ready.length === 0) return undefined;
    for (const read of ready) unsent.delete(read);
    const part = partOf(ready) ?? partOf(ready.filter(canSend));
    return part && madeBy(internalsOf(store), part);
  }

  function hasData(read: ReadStream): boolean {
    if (read instanceof QueryStream) return read.getValue() !== undefined;
    return readDecision(read.getValue()) === 'show';
  }

  /** The data of the reads; `undefined` if one of them cannot be dehydrated. */
  function partOf(reads: readonly ReadStream[]): DehydratedState | undefined {
    const { shell } = page;
    const { confirmed } = internalsOf(store).commits.latest;
    try {
      const state = dehydrateState(store, confirmed, reads);
      if (!shell || shell === confirmed) return withoutSentRows(state, false);
      const before = dehydrateState(store, shell, reads);
      const results = state.results.filter(
        ({ key }) => shell.result(key) !== confirmed.result(key),
      );
      return {
        before: withoutSentRows(before, false),
        ...withoutSentRows({ ...state, results }, true),
      };
    } catch {
      return undefined;
    }
  }

  /** Leaves out rows whose present record was sent before, and notes the others as sent. */
  function withoutSentRows(state: DehydratedState, late: boolean): DehydratedState {
    const rows = state.rows.filter(([type, pk, , record]) => {
      const key = state.types[type];
      let ofKey = sent.get(key);
      if (!ofKey) sent.set(key, (ofKey = new Map<string, DehydratedRow[3]>()));
      if (ofKey.has(pk) && ofKey.get(pk) === record) return false;
      ofKey.set(pk, record);
      return true;
    });
    return { ...state, rows, late };
  }

  /** Whether a read can be dehydrated. If not, it is reported, and the browser fetches it. */
  function canSend(read: ReadStream): boolean {
    try {
      dehydrateState(store, internalsOf(store).commits.latest.confirmed, [read]);
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  }
}
