import { asyncScheduler } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { persist } from '../../../src/features/persist/persist.ts';
import { storageStatus$ } from '../../../src/features/persist/StorageState.ts';
import { connectedStorage } from '../../../src/features/storage/connectedStorage.ts';
import { memoryStorage } from '../../../src/features/storage/memoryStorage.ts';
import type { Storage } from '../../../src/features/storage/Storage.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { createTestTabs } from '../../../src/tools/testing/createTestTabs.ts';
import { virtualStorage } from '../../../src/tools/testing/virtualStorage.ts';
import { ann, User } from '../../support/entities.ts';
import { until } from '../../support/until.ts';

const one = { id: '1' };
let requests = 0;
const getUser = new Endpoint(async (_args: { id: string }) => (requests++, ann), {
  name: 'getUser',
  schema: User,
});

beforeEach(() => {
  requests = 0;
});

/** The events of a storage: Node handles them after the timers that are due, as a busy page can. */
const events = async (count: number): Promise<void> => {
  for (let at = 0; at < count; at++) await new Promise(setImmediate);
};

/** Runs for some time, ms, without a pause. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** A storage that opens after several events, and reads after one. */
function slowStorage(inner: Storage): Storage {
  return connectedStorage(async (onLost, scheduler) => {
    await events(3);
    const open = await inner.open(onLost, scheduler);
    const read: typeof open.read = async (task) => {
      await events(1);
      return open.read(task);
    };
    return { ...open, read };
  });
}

describe('a page that is busy for longer than a time limit', () => {
  it('opens its storage', async () => {
    const opening = slowStorage(memoryStorage()).open(() => undefined, asyncScheduler);
    await Promise.resolve();
    work(3_100);
    const open = await opening;
    await expect(open.read((tables) => tables.get('info', 'a'))).resolves.toBeUndefined();
  });

  it('shows stored data without a request', async () => {
    const storage = slowStorage(memoryStorage());
    const begin = () =>
      createStore({
        plugins: [persist({ name: 'busy', storage, loadTimeout: 100, flushWait: 0 })],
      });
    const before = begin();
    await before.fetch(getUser, one);
    await until('it is stored', () => storageStatus$(before).getValue() === 'storage');
    before.dispose();

    const store = begin();
    const observer = store.observe(getUser, one).subscribe();
    await Promise.resolve();
    work(150);
    await until('there is a response', () => store.getState(getUser, one).data !== undefined);
    observer.unsubscribe();
    expect(requests).toBe(1);
    store.dispose();
  });

  it('waits for its storage however long that takes if loadTimeout is Infinity', async () => {
    const storage = virtualStorage();
    const begin = () =>
      createStore({ plugins: [persist({ name: 'busy', storage, loadTimeout: Infinity })] });
    const before = begin();
    await before.fetch(getUser, one);
    await until('it is stored', () => storageStatus$(before).getValue() === 'storage');
    before.dispose();
    storage.delay(50);
    const store = begin();
    const observer = store.observe(getUser, one).subscribe();
    await until('there is a response', () => store.getState(getUser, one).data !== undefined);
    observer.unsubscribe();
    expect(requests).toBe(1);
    store.dispose();
  });

  it('goes on without a storage that does not open', async () => {
    const opening = connectedStorage(() => new Promise(() => undefined)).open(() => undefined);
    await expect(opening).rejects.toThrow('opening takes longer than 3000 ms');
  });
});

/** A tab that opens when another one has stored the user. */
async function openStored() {
  const tabs = createTestTabs(1, {
    passThrough: true,
    plugins: ({ storage }) => [persist({ name: 'frozen', storage })],
  });
  await tabs[0].fetch(getUser, one);
  await tabs.advance(1_000);
  return { tabs, tab: tabs.open() };
}

it('a tab that is frozen while it loads stored data shows it without a request when it thaws', async () => {
  const { tabs, tab } = await openStored();
  tab.observe(getUser, one).subscribe();
  tab.freeze();
  await tabs.advance(10_000);
  expect(tab.getState(getUser, one).data).toBeUndefined();
  tab.thaw();
  await tabs.advance(0);
  expect(tab.getState(getUser, one).data).toMatchObject({ name: 'Ann' });
  expect(requests).toBe(1);
  for (const each of tabs) each.dispose();
});

it('a tab that is frozen when it is about to fetch shows data that was loaded meanwhile', async () => {
  const { tabs, tab } = await openStored();
  // Three operations: the last one ends after the timer of the limit was due.
  tabs.storage.delay(340);
  tab.observe(getUser, one).subscribe();
  await tabs.advance(950);
  tab.freeze();
  await tabs.advance(10_000);
  tab.thaw();
  await tabs.advance(0);
  expect(tab.getState(getUser, one).data).toMatchObject({ name: 'Ann' });
  expect(requests).toBe(1);
  for (const each of tabs) each.dispose();
});
