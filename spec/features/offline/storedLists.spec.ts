import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { offline } from '../../../src/features/offline/offline.ts';
import { outboxOf } from '../../../src/features/offline/OutboxState.ts';
import { persist } from '../../../src/features/persist/persist.ts';
import { shareTabs } from '../../../src/features/tabs/shareTabs.ts';
import { createTestTabs, type TestTab } from '../../../src/tools/testing/createTestTabs.ts';
import { ann, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';

const requests = new FakeRequests();
const getUsers = new Endpoint(() => requests.send(), {
  name: 'getUsers',
  schema: new Collection([User]),
});
const addUser = new Endpoint((args: { name: string }) => requests.send(args), {
  name: 'addUser',
  schema: getUsers.schema.push,
  sideEffect: true,
  getOptimisticResponse: (_snapshot, args) => args,
});

describe('a list that a tab has loaded for its outbox', () => {
  // Of two versions of one time, that of the tab with the greater id wins.
  it.each([
    ['greater', -0.01],
    ['smaller', 0.01],
  ])('keeps what joins it, if an earlier tab had a %s id', async (_, step) => {
    requests.sent.length = 0;
    let random = 0.5;
    const tabs = createTestTabs(0, {
      passThrough: true,
      random: () => (random += step / 10),
      plugins: ({ storage, ...platform }) => [
        persist({ name: 'spec', storage }),
        offline({ name: 'spec', mutations: [addUser], ...platform }),
        shareTabs({ name: 'spec', ...platform }),
      ],
    });
    const names = (tab: TestTab): unknown => tab.getState(getUsers).data?.map(({ name }) => name);
    const open = async (): Promise<TestTab> => {
      const tab = tabs.open();
      tab.observe(getUsers).subscribe();
      await tabs.advance(10);
      return tab;
    };
    const first = await open();
    requests.last.answer([ann]);
    await tabs.advance(2_000);
    // A try whose response is unknown would have the list fetched once more.
    outboxOf(first).pause();
    first.fetch(addUser, { name: 'Bea' }).catch(() => undefined);
    await tabs.advance(2_000);
    expect(names(first)).toEqual(['Ann', 'Bea']);
    first.kill();

    const second = await open();
    await tabs.advance(2_000);
    expect(names(second)).toEqual(['Ann', 'Bea']);
    requests.last.answer({ id: '2', name: 'Bea' });
    await tabs.advance(2_000);
    second.kill();
    const third = await open();
    expect(names(third)).toEqual(['Ann', 'Bea']);
    expect(requests.count).toBe(2);
  });
});
