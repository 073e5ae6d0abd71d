import { BehaviorSubject, distinctUntilChanged, filter, skip, Subscription, tap } from 'rxjs';
import type { Interceptor } from '../../kernel/requests/Interceptor.ts';
import { internalsOf } from '../../kernel/store/internalsOf.ts';
import type { StorePlugin } from '../../kernel/store/Plugins.ts';
import type { Store } from '../../kernel/store/Store.ts';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { runInMicrotask } from '../../shared/runInMicrotask.ts';
import { pageEvents } from '../../shared/web/pageSignals.ts';
import type { DataStorage, SharedStorage } from '../persist/SharedStorage.ts';
import { StorageState } from '../persist/StorageState.ts';
import { StoredSession } from '../persist/StoredSession.ts';
import { indexedDBStorage } from '../storage/indexedDBStorage.ts';
import { type OfflineOptions, type OfflineSettings, settingsOf } from './OfflineOptions.ts';
import { OutboxData } from './OutboxData.ts';
import { OutboxState } from './OutboxState.ts';
import { watchReachability } from './watchReachability.ts';

/**
 * A plugin that keeps mutations until the server has responded: through times without a network and
 * through reloads. They are sent in order, at least once; with a server that honours the header
 * `Idempotency-Key`, exactly once. Without a storage, as on a server, it does nothing. Throws
 * `SB_OPTION_INVALID`.
 *
 * @example
 * ```ts
 * const store = createStore({
 *   plugins: [offline({ name: `shop-${userId}`, mutations: [createTodo, updateTodo] })],
 * });
 * ```
 */
export function offline(options: OfflineOptions): StorePlugin {
  const settings = settingsOf(options);
  // oxlint-disable-next-line no-shadow -- The report of a failing plugin has its name.
  return function offline(store) {
    const internals = internalsOf(store);
    const online = new BehaviorSubject(true);
    const outbox = internals.feature(OutboxData, () => new OutboxData(internals, settings, online));
    internals.feature(OutboxState, () => new OutboxState(internals, outbox));
    const watch: Interceptor = (request, next) => {
      const mutation = outbox.list.sentBy(request.args);
      if (!mutation) return watchReachability(next(request), online);
      const responded = (response: unknown): void =>
        void Object.assign(mutation, { hasResponse: true, response });
      const response$ = next(mutation.named(request, settings.header)).pipe(tap(responded));
      return outbox.sender.whileOwn(mutation, watchReachability(response$, online));
    };
    // The cast holds: the store has an array of its own.
    (internals.options.interceptors as Interceptor[]).unshift(watch);
    const subscription = new Subscription();
    // Other plugins are there then.
    runInMicrotask(() => {
      if (internals.isOver) return;
      const shared = sharedStorage(internals, settings.name);
      const storage = shared ?? ownStorage(internals, settings);
      const restored = outbox.open(storage);
      shared?.loadAfter(restored);
      if (storage) subscription.add(wakeUp(store, internals, outbox));
    });
    return subscription;
  };
}

/** The storage of `persist`, if the store has one of that name. */
function sharedStorage(internals: StoreInternals, name: string): DataStorage | undefined {
  const { shared } = internals.find(StorageState) ?? {};
  return shared?.name === name ? shared : undefined;
}

function ownStorage(
  internals: StoreInternals,
  { name, storage: given }: OfflineSettings,
): SharedStorage | undefined {
  const storage = given ?? ('indexedDB' in globalThis ? indexedDBStorage({ name }) : undefined);
  const settings = { name, version: 1, migrate: undefined };
  return (
    storage &&
    internals.feature(StoredSession, () => new StoredSession(internals, settings, storage))
  );
}

/** Tries again what waits when the server may be there again, and then fetches what is stale. */
function wakeUp(store: Store, internals: StoreInternals, outbox: OutboxData): Subscription {
  const subscription = pageEvents('online', 'visibilitychange').subscribe(() =>
    outbox.sender.wake(),
  );
  subscription.add(pageEvents('pagehide').subscribe(() => outbox.sender.leave()));
  const { online } = outbox;
  const returns$ = online.pipe(distinctUntilChanged(), skip(1), filter(Boolean));
  subscription.add(
    returns$.subscribe(() => {
      const revalidate = (): void => {
        if (online.value && !internals.isOver) store.revalidate();
      };
      void outbox.flush().then(revalidate);
    }),
  );
  return subscription;
}
