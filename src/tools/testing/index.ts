/**
 * A store for tests: fixtures in place of a server, virtual time, and the requests that were sent.
 *
 * @packageDocumentation
 */

export { createTestStore, type TestStore, type TestStoreOptions } from './createTestStore.ts';
export {
  createTestTabs,
  type TabPlatform,
  type TestTab,
  type TestTabs,
  type TestTabsOptions,
} from './createTestTabs.ts';
export { fixture, type Fixture, type FixtureFor, type Fixtures } from './Fixture.ts';
export type { RequestRecord } from './RequestLog.ts';
export { virtualChannel, type VirtualChannel } from './virtualChannel.ts';
export { virtualStorage, type StorageFault, type VirtualStorage } from './virtualStorage.ts';
