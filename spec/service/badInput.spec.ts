import { createStore, Entity, type Store } from 'streambed';
import { fetchFrom } from '../../stories/api/fetchFrom.ts';
import { badCases, type BadServer, startBadServer } from '../support/badResponses.ts';

class Known extends Entity {
  id = '';
  static override key = 'Known';
}

let server: BadServer;
let store: Store;

beforeAll(async () => {
  server = await startBadServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests = 0;
  store = createStore({ fetch: fetchFrom(server.url) });
  store.set(Known, { id: 'k' });
});
afterEach(() => store.dispose());

describe.each(badCases.map((bad) => [bad.name, bad] as const))('%s', (_name, bad) => {
  const args = [{ id: 'id' in bad ? (bad.id as string) : '1' }] as const;

  beforeEach(() => {
    server.answer = bad.answer;
  });

  it('rejects with a typed error that names the position and the fix, and leaves the entities as they are', async () => {
    const before = store.entities$.getValue();
    const error: unknown = await store
      .fetch(bad.endpoint, ...args)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: bad.code });
    for (const part of bad.says) expect((error as Error).message).toContain(part);
    expect((error as Error).message).toMatch(/\[SB_\w+\] \w+/);
    expect(store.entities$.getValue()).toBe(before);
    expect(server.requests).toBe(bad.answer ? 1 : 0);
  });

  it('is the state of the observers of its key only', async () => {
    const other = store.query(Known, 'k').getValue();
    const states: unknown[] = [];
    store.observe(bad.endpoint, ...args).subscribe((state) => states.push(state));
    await store.fetchIfStale(bad.endpoint, ...args).catch(() => {});
    expect(states.at(-1)).toMatchObject({
      status: 'valid',
      data: undefined,
      fetching: false,
      error: { code: bad.code },
    });
    expect(store.query(Known, 'k').getValue()).toBe(other);
  });
});

it('an unreachable network is a typed error with status 0', async () => {
  const nowhere = await startBadServer();
  await nowhere.close();
  const offline = createStore({ fetch: fetchFrom(nowhere.url) });
  const [{ endpoint }] = badCases as [(typeof badCases)[number]];
  await expect(offline.fetch(endpoint, { id: '1' })).rejects.toMatchObject({
    code: 'SB_NETWORK',
    status: 0,
  });
  offline.dispose();
});
