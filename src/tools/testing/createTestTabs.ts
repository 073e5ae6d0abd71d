import type { Channel } from '../../features/channel/Channel.ts';
import type { Locks } from '../../features/channel/Locks.ts';
import type { Storage } from '../../features/storage/Storage.ts';
import type { StorePlugin } from '../../kernel/store/Plugins.ts';
import { createTestStore, type TestStore, type TestStoreOptions } from './createTestStore.ts';
import { TestPage } from './TestPage.ts';
import { type VirtualChannel, virtualChannel } from './virtualChannel.ts';
import { VirtualClock } from './VirtualClock.ts';
import { VirtualLocks } from './virtualLocks.ts';
import { type VirtualStorage, virtualStorage } from './virtualStorage.ts';

/** What a browser gives the program of a tab, for its plugins. */
export interface TabPlatform {
  readonly storage: Storage;
  readonly channel: Channel;
  readonly locks: Locks;
}

/** Options of {@link createTestTabs}: those of a test store for each tab, and these. */
export interface TestTabsOptions extends Omit<TestStoreOptions, 'plugins' | 'scheduler' | 'time'> {
  /** The plugins of a tab, over what its browser gives it. Default: none. */
  readonly plugins?: ((platform: TabPlatform) => readonly StorePlugin[]) | undefined;
  /** What the tabs store, as from earlier ones. Default: nothing. */
  readonly storage?: VirtualStorage | undefined;
}

/** The store of a tab, and what can happen to the tab. */
export interface TestTab extends TestStore {
  /** The browser freezes the page: until `thaw()` no timer, message or response reaches it. */
  freeze(): void;
  /** The page goes on, with all that it has missed. */
  thaw(): void;
  /** The tab crashes: what it did is not ended. */
  kill(): void;
  /** Loses the network. Requests in flight fail, whether or not the server has got them. */
  offline(): void;
  /** Has the network back. */
  online(): void;
}

/** The tabs of one browser, with one virtual time. */
export interface TestTabs extends ReadonlyArray<TestTab> {
  readonly storage: VirtualStorage;
  readonly channel: VirtualChannel;
  /** Opens one more tab. */
  open(): TestTab;
  /** Lets `ms` of virtual time pass in all tabs. */
  advance(ms: number): Promise<void>;
}

/**
 * Creates the stores of several tabs, with one storage, one channel and one set of locks, all virtual.
 *
 * @example
 * ```ts
 * const tabs = createTestTabs(2, {
 *   plugins: (platform) => [offline({ name: 'shop-7', mutations: [rename], ...platform })],
 * });
 * tabs[0].freeze();
 * ```
 */
export function createTestTabs(
  count: number,
  { plugins, storage = virtualStorage(), interceptors = [], ...options }: TestTabsOptions = {},
): TestTabs {
  const clock = new VirtualClock();
  const channel = virtualChannel();
  const locks = new VirtualLocks();
  const tabs: TestTab[] = [];
  const advance = (ms: number): Promise<void> => clock.advance(ms);
  const open = (): TestTab => {
    const page = new TestPage(clock, locks);
    const platform = { storage: page.storageOf(storage), channel, locks: page.locks };
    const store = createTestStore({
      ...options,
      scheduler: page.scheduler,
      interceptors: [...interceptors, page.network],
      ...(plugins && { plugins: plugins(platform) }),
    });
    const tab = Object.assign(store, {
      advance,
      freeze: () => page.freeze(),
      thaw: () => page.thaw(),
      kill: () => page.kill(),
      offline: () => page.setOffline(true),
      online: () => page.setOffline(false),
    });
    tabs.push(tab);
    return tab;
  };
  for (let tab = 0; tab < count; tab++) open();
  return Object.assign(tabs, { storage, channel, open, advance });
}
