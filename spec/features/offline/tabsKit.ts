import type { SchedulerLike } from 'rxjs';
import { offline } from '../../../src/features/offline/offline.ts';
import type { OfflineOptions } from '../../../src/features/offline/OfflineOptions.ts';
import { outboxOf } from '../../../src/features/offline/OutboxState.ts';
import type { SettledMutation } from '../../../src/features/offline/PendingMutation.ts';
import { persist } from '../../../src/features/persist/persist.ts';
import { shareTabs } from '../../../src/features/tabs/shareTabs.ts';
import { internalsOf } from '../../../src/kernel/store/internalsOf.ts';
import { createTestTabs, type TestTab } from '../../../src/tools/testing/createTestTabs.ts';
import type { VirtualStorage } from '../../../src/tools/testing/virtualStorage.ts';
import { User } from '../../support/entities.ts';
import type { FakeRequest } from '../../support/FakeRequests.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { create, failure, mutations, rename, requests } from './offlineKit.ts';

export const bea = { id: '1', name: 'Bea' };

/** Neither messages nor locks. */
export const plain = { channel: undefined, locks: undefined };

/**
 * Tabs with a common outbox, whose server and time the spec decides. `areShared`: they store and share
 * all data.
 */
export function openTabs(
  count = 2,
  options: Partial<OfflineOptions> = {},
  storage?: VirtualStorage,
  areShared = false,
  random = seededRandom(1),
) {
  const reports = new Map<TestTab, unknown[]>();
  let reported: unknown[] = [];
  const tabs = createTestTabs(0, {
    storage,
    passThrough: true,
    random,
    plugins: (platform) => [
      ...(areShared ? [persist({ name: 'spec', storage: platform.storage })] : []),
      offline({
        name: 'spec',
        mutations,
        ...platform,
        ...(areShared && { storage: undefined }),
        ...options,
      }),
      ...(areShared ? [shareTabs({ name: 'spec', channel: platform.channel })] : []),
    ],
    onError: (error) => void reported.push(error),
  });
  const open = () => {
    reported = [];
    const store = tabs.open();
    reports.set(store, reported);
    const outbox = outboxOf(store);
    const settled: SettledMutation[] = [];
    outbox.settled$.subscribe((each) => settled.push(each));
    return {
      store,
      outbox,
      settled,
      create,
      rename,
      open,
      reported,
      name: (id = '1') => store.get(User, id)?.name,
      pending: () => outbox.pending$.getValue(),
      failed: () => outbox.failed$.getValue(),
      scheduler: (): SchedulerLike => internalsOf(store).options.scheduler,
    };
  };
  const [first, second = first] = Array.from({ length: count }, open);
  const pass = (ms = 0): Promise<void> => tabs.advance(ms);
  return {
    tabs,
    first,
    second,
    pass,
    answer: async (response: unknown, request: FakeRequest = requests.last) => {
      request.answer(response);
      await pass();
      await pass();
    },
    fail: async (status: number) => {
      requests.last.fail(failure(status));
      await pass();
      await pass();
    },
  };
}
