import { inspectStorage } from '../../../src/tools/inspect/inspectStorage.ts';
import { storageStatus$ } from '../../../src/features/persist/persist.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { ann, bob, User } from '../../support/entities.ts';
import {
  getPosts,
  getUser,
  type Program,
  requests,
  settle,
  startProgram,
} from '../../features/persist/persistKit.ts';

/** The inspected storage of a program. */
function storageOf({ store }: Program) {
  const storage = inspectStorage(store);
  if (!storage) throw new Error('The store has no storage.');
  return storage;
}

/** Fetches two users and a list of posts. */
async function fetchSome({ store }: Program): Promise<void> {
  for (const [index, user] of [ann, bob].entries()) {
    void store.fetch(getUser, { id: String(index + 1) });
    requests.last.answer(user);
  }
  void store.fetch(getPosts);
  requests.last.answer([{ id: '7', title: 'Grüße' }]);
  await settle();
}

it('counts rows by entity key and results, with the bytes of their JSON', async () => {
  const program = await startProgram();
  await fetchSome(program);
  await program.flush();
  const content = await storageOf(program).count();
  const rows = content?.rows ?? [];
  expect(rows.map(({ entityKey, count, removed }) => [entityKey, count, removed])).toEqual(
    expect.arrayContaining([
      ['User', 2, 0],
      ['Post', 1, 0],
    ]),
  );
  const time = 1_000_000;
  const post = [time, time, time + 60_000, { id: '7', title: 'Grüße' }];
  // Two characters have two bytes each.
  const size = JSON.stringify([['Post', '7'], post]).length + 2;
  expect(rows.find(({ entityKey }) => entityKey === 'Post')?.bytes).toBe(size);
  expect(content?.results.count).toBe(3);
  expect(content?.results.bytes).toBeGreaterThan(100);
});

it('counts removed entities apart', async () => {
  const program = await startProgram();
  await fetchSome(program);
  program.store.set(new Invalidate(User), { id: '1' });
  await program.flush();
  const content = await storageOf(program).count();
  expect(content?.rows).toContainEqual(
    expect.objectContaining({ entityKey: 'User', count: 2, removed: 1 }),
  );
});

it('reports the last flush of the store: when, how long, how many rows and results', async () => {
  const program = await startProgram();
  const storage = storageOf(program);
  expect(storage.lastFlush).toBeUndefined();
  await fetchSome(program);
  program.storage.delay(20);
  await program.flush();
  await program.pass(20);
  const { lastFlush } = storage;
  expect(lastFlush).toMatchObject({ ms: 20, results: 3 });
  expect(lastFlush?.rows).toBeGreaterThanOrEqual(3);
  expect(lastFlush?.at).toBe(program.clock.now());
});

it('knows name, version, status and session, which a reset replaces', async () => {
  const program = await startProgram({ name: 'shop-1', version: 3 });
  const storage = storageOf(program);
  expect([storage.name, storage.version]).toEqual(['shop-1', 3]);
  expect(storage.status$).toBe(storageStatus$(program.store));
  await fetchSome(program);
  await program.flush();
  const before = await storage.count();
  await program.store.reset();
  const after = await storage.count();
  expect(after).toEqual({
    session: expect.any(String),
    flushedAt: 0,
    rows: [],
    results: { count: 0, bytes: 0 },
  });
  expect(after?.session).not.toBe(before?.session);
  expect(before?.flushedAt).toBe(program.clock.now());
});

it('counts records in slices', async () => {
  const program = await startProgram();
  const users = Array.from({ length: 1_201 }, (_, id) => ({ id: `${id}`, name: 'Ann' }));
  const { store } = program;
  store.set([User], users);
  void store.fetch(getUser, { id: '1' });
  requests.last.answer(ann);
  await program.flush();
  const content = await storageOf(program).count();
  expect(content?.rows.map(({ count }) => count)).toEqual([1_201]);
});

it('counts nothing of a storage that is not used, and rejects for one that fails', async () => {
  const program = await startProgram();
  program.storage.fail('abort');
  await expect(storageOf(program).count()).rejects.toThrow('[SB_STORAGE_UNAVAILABLE]');
  const old = await startProgram({ version: 1, storage: program.storage });
  await startProgram({ version: 2, storage: program.storage });
  const outdated = storageOf(old);
  expect(await outdated.count()).toBeUndefined();
  expect(await outdated.count()).toBeUndefined();
  expect(outdated.status$.getValue()).toBe('outdated');
});

it('is undefined without persist, and throws for a disposed store', () => {
  const store = createStore();
  expect(inspectStorage(store)).toBeUndefined();
  store.dispose();
  expect(() => inspectStorage(store)).toThrow('[SB_DISPOSED]');
});
