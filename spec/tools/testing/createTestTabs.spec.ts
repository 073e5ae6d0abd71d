import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { offline } from '../../../src/features/offline/offline.ts';
import { outboxOf } from '../../../src/features/offline/OutboxState.ts';
import { shareTabs } from '../../../src/features/tabs/shareTabs.ts';
import { createTestTabs } from '../../../src/tools/testing/createTestTabs.ts';
import { fixture } from '../../../src/tools/testing/Fixture.ts';
import { TestPage } from '../../../src/tools/testing/TestPage.ts';
import { VirtualClock } from '../../../src/tools/testing/VirtualClock.ts';
import { VirtualLocks } from '../../../src/tools/testing/virtualLocks.ts';
import { ann, User } from '../../support/entities.ts';

const getUser = new Endpoint(({ id }: { id: string }) => Promise.resolve({ ...ann, id }), {
  name: 'getUser',
  schema: User,
});
const rename = new Endpoint((user: { id: string; name: string }) => Promise.resolve(user), {
  name: 'rename',
  schema: User,
  sideEffect: true,
  getOptimisticResponse: (_snapshot, user: object) => user,
});

const open = () =>
  createTestTabs(2, {
    passThrough: true,
    plugins: ({ channel, ...platform }) => [
      offline({ name: 'spec', mutations: [rename], channel, ...platform }),
      shareTabs({ name: 'spec', channel }),
    ],
  });

describe('createTestTabs', () => {
  it('connects stores with one time, one channel and one storage', async () => {
    const tabs = open();
    const [first, second] = tabs;
    await Promise.all([first.fetch(getUser, { id: '1' }), second.fetch(getUser, { id: '1' })]);
    // Of two writes of one moment, the one of the greater tab wins.
    await tabs.advance(1);
    first.set(User, { id: '1', name: 'Anna' });
    await second.advance(20);
    expect(second.get(User, '1')?.name).toBe('Anna');
    void first.fetch(rename, { id: '1', name: 'Bea' });
    await tabs.advance(0);
    const third = tabs.open();
    expect(tabs).toHaveLength(3);
    await tabs.advance(20);
    for (const tab of tabs) expect(outboxOf(tab).pending$.getValue()).toEqual([]);
    third.dispose();
  });

  it('brings nothing to a frozen tab, and all of it when that thaws', async () => {
    const tabs = open();
    const [first, second] = tabs;
    await tabs.advance(0);
    first.freeze();
    const user = first.fetch(getUser, { id: '1' });
    let isThere = false;
    void user.then(() => (isThere = true));
    void second.fetch(rename, { id: '2', name: 'Bea' });
    await tabs.advance(1_000);
    expect(isThere).toBe(false);
    expect(first.get(User, '2')).toBeUndefined();
    first.thaw();
    await tabs.advance(0);
    expect(isThere).toBe(true);
  });

  it('fails the requests of a tab without a network, also those in flight', async () => {
    const [tab] = createTestTabs(1, {
      fixtures: [fixture({ endpoint: getUser, response: ann, delay: 100 })],
    });
    const [before, after] = [tab.fetch(getUser, { id: '1' }), tab.fetch(getUser, { id: '2' })];
    const failed = Promise.all(
      [before, after].map((user) => expect(user).rejects.toThrow('Failed to fetch')),
    );
    await tab.advance(50);
    tab.offline();
    await failed;
    await expect(tab.fetch(getUser, { id: '3' })).rejects.toThrow('Failed to fetch');
    tab.online();
    const user = tab.fetch(getUser, { id: '1' });
    await tab.advance(100);
    expect(await user).toMatchObject({ name: 'Ann' });
  });

  it('ends nothing of a tab that crashes', async () => {
    const tabs = open();
    const [first] = tabs;
    await tabs.advance(0);
    first.freeze();
    void first.fetch(rename, { id: '1', name: 'Bea' });
    first.kill();
    first.thaw();
    await tabs.advance(100_000);
    expect(outboxOf(first).pending$.getValue()).toHaveLength(1);
    expect(outboxOf(tabs[1]).pending$.getValue()).toEqual([]);
  });
});

describe('the locks of test tabs', () => {
  const openPages = () => {
    const clock = new VirtualClock();
    const locks = new VirtualLocks();
    const log: string[] = [];
    const pages = [0, 1, 2].map(() => new TestPage(clock, locks));
    const request = (page: number, options: { steal?: boolean; signal?: AbortSignal } = {}) => {
      let release: () => void = () => undefined;
      const hold = (): Promise<void> => {
        log.push(`${page} has it`);
        return new Promise((resolve) => (release = resolve));
      };
      const ended = (how: string) => () => void log.push(`${page} ${how}`);
      pages[page].locks.request('a', options, hold).then(ended('ends'), ended('loses it'));
      return () => release();
    };
    return { request, log, pages, settle: () => clock.advance(0) };
  };

  it('go from one tab to the next', async () => {
    const { request, log, pages, settle } = openPages();
    const release = request(0);
    const wait = new AbortController();
    request(1, { signal: wait.signal });
    request(2);
    await settle();
    wait.abort();
    release();
    await settle();
    expect(log).toEqual(['0 has it', '1 loses it', '2 has it', '0 ends']);
    request(0);
    pages[2].kill();
    await settle();
    expect(log.at(-1)).toBe('0 has it');
  });

  it('are stolen from a frozen tab, which hears it when it thaws', async () => {
    const { request, log, pages, settle } = openPages();
    request(0);
    await settle();
    pages[0].freeze();
    request(1);
    request(2, { steal: true });
    await settle();
    expect(log).toEqual(['0 has it', '2 has it']);
    pages[0].thaw();
    await settle();
    expect(log).toEqual(['0 has it', '2 has it', '0 loses it']);
  });
});
