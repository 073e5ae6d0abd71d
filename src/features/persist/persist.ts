import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import { internalsOf } from '../../kernel/store/internalsOf.ts';
import type { StorePlugin } from '../../kernel/store/Plugins.ts';
import type { Store } from '../../kernel/store/Store.ts';
import { type PersistOptions, settingsOf } from './PersistOptions.ts';
import { StorageState, storageStatus$ } from './StorageState.ts';
import { StoredData } from './StoredData.ts';

/**
 * A plugin that stores confirmed data, and loads it by key before the first request of the key.
 * Without a storage, as on a server, it does nothing. Throws `SB_OPTION_INVALID`.
 *
 * @example
 * ```ts
 * const store = createStore({ plugins: [persist({ name: `shop-${userId}`, version: 3 })] });
 * ```
 */
export function persist(options: PersistOptions): StorePlugin {
  const settings = settingsOf(options);
  const { storage } = settings;
  // oxlint-disable-next-line no-shadow -- The report of a failing plugin has its name.
  return function persist(store) {
    const internals = internalsOf(store);
    const data =
      storage && internals.feature(StoredData, () => new StoredData(internals, settings, storage));
    internals.feature(StorageState, () => new StorageState(internals, data));
  };
}

/** An endpoint with its args. */
export type EndpointWithArgs = readonly [endpoint: EndpointInterface, ...args: readonly unknown[]];

/**
 * Loads the stored data of some keys, so that the first render shows it without a fallback. Resolves
 * when it is loaded, or after `loadTimeout`; never rejects for the storage. Throws
 * `SB_OPTION_INVALID` without `persist`.
 *
 * @example
 * ```ts
 * await storedKeys(store, [[getUser, { id: '1' }]]);
 * ```
 */
export async function storedKeys(store: Store, keys: readonly EndpointWithArgs[]): Promise<void> {
  // Throws without the plugin.
  storageStatus$(store);
  const internals = internalsOf(store);
  await Promise.all(
    keys.map(([endpoint, ...args]) => {
      const stream = internals.streams.retain(endpoint, args);
      return new Promise<void>((resolve) => {
        if (!internals.hold?.(stream, resolve)) resolve();
      });
    }),
  );
}

/**
 * Has the browser keep stored data when the device runs out of room. Resolves with whether it does:
 * `false` where browsers have no such promise.
 */
export async function requestPersistence(): Promise<boolean> {
  const { navigator } = globalThis as {
    readonly navigator?: { readonly storage?: { persist?(): Promise<boolean> } };
  };
  try {
    return (await navigator?.storage?.persist?.()) === true;
  } catch {
    return false;
  }
}
