import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createStore, Endpoint, RestEndpoint, schema } from 'streambed';
import { startTestServer } from '../http/rest/testServer.ts';
import { collect } from '../support/collect.ts';
import { ann, bob, User } from '../support/entities.ts';
import { fakeRequests } from '../support/FakeRequests.ts';
import { storeKit } from '../support/storeKit.ts';
import { runScript } from './support/runScript.ts';

const requests = fakeRequests();
const search = new Endpoint(requests.send, { name: 'search', schema: [User] });
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The number of objects that are still in memory. */
async function alive(objects: readonly WeakRef<object>[]): Promise<number> {
  await new Promise(setImmediate);
  collectGarbage();
  return objects.filter((ref) => ref.deref()).length;
}

it('F1 a search box that fetches a thousand texts keeps those of the last gcTime only', () => {
  const { store, clock } = storeKit({ gcTime: 10_000, graceTime: 1_000 });
  for (let text = 0; text < 1_000; text++) {
    const observer = collect(store.observe(search, `${text}`));
    requests.last.answer([{ id: `${text}` }]);
    observer.stop();
    clock.advance(1_000);
  }
  expect(store.stats().entries).toBeLessThan(15);
  expect(store.stats().timers).toBeLessThan(5);
});

it('F2 data that was fetched and never observed is collected, too', async () => {
  const { store, clock } = storeKit({ gcTime: 10_000, graceTime: 1_000 });
  for (let text = 0; text < 100; text++) {
    const call = store.fetch(search, `${text}`);
    requests.last.answer([]);
    await call;
    clock.advance(1_000);
  }
  expect(store.stats().entries).toBeLessThan(15);
});

describe('F3 an entity', () => {
  it('F3 is collected with the last result that reaches it, and stays until then', () => {
    const { store, clock } = storeKit({ gcTime: 1_000, graceTime: 10 });
    const leave = (observer: { stop(): void }): void => {
      observer.stop();
      clock.advance(10);
      clock.advance(1_000);
      store.gc();
    };
    const has = (id: string): boolean => store.entities$.getValue().has('User', id);
    const [first, second] = ['a', 'b'].map((text) => collect(store.observe(search, text)));
    requests.at(0).answer([ann, bob]);
    requests.at(1).answer([bob]);
    leave(first);
    expect([has('1'), has('2')]).toEqual([false, true]);
    leave(second);
    expect([has('1'), has('2')]).toEqual([false, false]);
    expect(store.stats()).toMatchObject({ entries: 0, entities: 0 });
  });

  it('F3 that was written and never read is collected, too', () => {
    const { store, clock } = storeKit({ gcTime: 1_000, graceTime: 10 });
    for (let id = 0; id < 500; id++) store.set(User, { id: `${id}`, name: 'pushed by a socket' });
    clock.advance(2_000);
    store.gc();
    expect(store.stats().entities).toBe(0);
  });
});

it('F4 a retained snapshot never changes, whatever is written, removed or collected', async () => {
  const { store, clock } = storeKit({ gcTime: 0, graceTime: 0 });
  store.set([User], [ann, bob]);
  const snapshot = store.entities$.getValue();
  const rows = JSON.stringify([...snapshot.entries('User')]);
  store.set(User, { id: '1', name: 'changed' });
  store.set(new schema.Invalidate(User), '2');
  for (let id = 10; id < 200; id++) store.set(User, { id: `${id}`, name: 'more' });
  collect(store.observe(getUser, '1')).stop();
  clock.advance(1_000);
  await store.reset();
  expect(JSON.stringify([...snapshot.entries('User')])).toBe(rows);
  expect(snapshot.size('User')).toBe(2);
});

it('F5 values computed for old arguments are released', async () => {
  const { store } = storeKit();
  const getPage = new Endpoint(requests.send, { name: 'getPage', schema: { user: User } });
  store.set(User, ann);
  const made: WeakRef<object>[] = [];
  for (let n = 0; n < 1_000; n++) {
    const { data } = store.getState(getPage, { id: '1', n });
    made.push(new WeakRef(data!));
  }
  expect(new Set(made.map((ref) => ref.deref())).size).toBeGreaterThan(1);
  expect(await alive(made)).toBeLessThan(200);
});

it('F6 an optimistic layer whose request hangs ends with the time limit of the request', async () => {
  const { store, clock } = storeKit({ timeout: 10_000 });
  store.set(User, ann);
  const rename = getUser.extend({
    name: 'rename',
    sideEffect: true,
    getOptimisticResponse: () => ({ id: '1', name: 'not confirmed' }),
  });
  const call = store.fetch(rename, '1');
  expect(store.get(User, '1')?.name).toBe('not confirmed');
  clock.advance(10_000);
  await expect(call).rejects.toMatchObject({ code: 'SB_TIMEOUT' });
  expect(store.get(User, '1')?.name).toBe('Ann');
  expect(store.stats()).toMatchObject({ layers: 0, inFlight: 0 });
});

it('F7 a long-lived signal keeps no listener of a settled request', async () => {
  const server = await startTestServer();
  const { signal } = new AbortController();
  const store = createStore();
  const read = new RestEndpoint({ path: '/x/:id', urlPrefix: server.origin, signal });
  for (let id = 0; id < 20; id++) await store.fetch(read, { id });
  await store.fetch(read, { id: 0 });
  await new Promise(setImmediate);
  collectGarbage();
  await new Promise(setImmediate);
  expect(getEventListeners(signal, 'abort').length).toBeLessThan(5);
  store.dispose();
  await server.close();
});

it('F8 the error of a key does not keep the rejected response in memory', () => {
  const { printed } = runScript(`
    import { createStore, Endpoint, Entity } from './src/index.ts';
    class User extends Entity { static key = 'User' }
    const big = [];
    const failing = new Endpoint(
      async (_id) => {
        const answer = [{ name: 'no id', text: 'x'.repeat(10_000) }];
        big.push(new WeakRef(answer[0]));
        return answer;
      },
      { name: 'failing', schema: [User] },
    );
    const store = createStore();
    const errors = [];
    for (let id = 0; id < 50; id++) {
      errors.push(await store.fetch(failing, id).catch((error) => error));
    }
    await new Promise(setImmediate);
    gc();
    const held = big.filter((ref) => ref.deref()).length;
    console.log(held < 5, errors.every(({ code }) => code === 'SB_PK_MISSING'), errors.length);
    store.dispose();
  `);
  expect(printed).toBe('true true 50\n');
}, 70_000);

describe('F9 dispose', () => {
  it('F9 leaves no timer, no subscriber and no request, may be called twice, and makes later use a typed error', async () => {
    const { store, clock } = storeKit();
    collect(store.observe(getUser, '1'));
    collect(store.query(new schema.All(User)));
    const call = store.fetch(search, 'a');
    store.observe(getUser, '2').subscribe().unsubscribe();
    expect(store.stats()).not.toMatchObject({ timers: 0, subscribers: 0, inFlight: 0 });
    store.dispose();
    store.dispose();
    await expect(call).rejects.toMatchObject({ code: 'SB_DISPOSED' });
    expect(Object.values(store.stats()).every((count) => count === 0)).toBe(true);
    expect(clock.actions).toHaveLength(0);
    const uses: (() => unknown)[] = [
      () => store.set(User, ann),
      () => store.get(User, '1'),
      () => store.observe(getUser, '1'),
    ];
    for (const use of uses) expect(use).toThrow(expect.objectContaining({ code: 'SB_DISPOSED' }));
    await expect(store.fetch(getUser, '1')).rejects.toMatchObject({ code: 'SB_DISPOSED' });
  });

  it('F9 lets a process end', () => {
    const script = `
      import { createStore, Endpoint } from './src/index.ts';
      const store = createStore({ gcTime: 3_600_000, graceTime: 3_600_000 });
      const read = new Endpoint(async () => 1, { name: 'read', dataExpiryLength: 3_600_000 });
      store.observe(read).subscribe();
      await store.fetch(read);
      store.dispose();
      console.log('disposed');
    `;
    expect(runScript(script)).toEqual({ printed: 'disposed\n', status: 0 });
  }, 70_000);
});

it('F10 tombstones of removed entities are dropped when no older request can bring the entities back', async () => {
  const { store, clock } = storeKit({ gcTime: 1_000, graceTime: 10 });
  const isRemoved = (id: number) => store.entities$.getValue().isRemoved('User', `${id}`);
  const older = store.fetch(search, 'older');
  for (let id = 0; id < 200; id++) {
    store.set(User, { id: `${id}` });
    store.set(new schema.Invalidate(User), `${id}`);
  }
  clock.advance(5_000);
  store.gc();
  expect(isRemoved(7)).toBe(true);
  requests.last.answer([{ id: '7', name: 'from before' }]);
  await older;
  expect(store.entities$.getValue().has('User', '7')).toBe(false);
  for (let sweep = 0; sweep < 3; sweep++) {
    clock.advance(5_000);
    store.gc();
  }
  expect(Array.from({ length: 200 }, (_, id) => isRemoved(id)).filter(Boolean)).toEqual([]);
});
