import { createStore } from '../../../src/kernel/store/createStore.ts';
import { logger } from '../../../src/tools/devtools/logger/logger.ts';
import type { LoggerOptions } from '../../../src/tools/devtools/logger/LoggerOptions.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { NetworkError } from '../../../src/http/rest/NetworkError.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { ann, bob, User } from '../../support/entities.ts';

function kit(options: LoggerOptions = {}) {
  const lines: string[] = [];
  const write = (...texts: unknown[]): void => void lines.push(texts.map(String).join(' '));
  const target = { log: write, group: write, groupCollapsed: write, groupEnd: () => {} };
  const clock = new ManualClock();
  const requests = new FakeRequests();
  const store = createStore({
    scheduler: clock,
    plugins: [logger({ console: target, timestamps: false, ...options })],
  });
  const getUser = new Endpoint((params: { id: string }) => requests.send(params), {
    name: 'getUser',
    schema: User,
    lookup: true,
  });
  const saveUser = new Endpoint(
    (params: { id: string; password?: string }) => requests.send(params),
    { name: 'saveUser', schema: User, sideEffect: true },
  );
  /** Lets the logger write, and returns what it wrote. */
  const written = async (): Promise<string[]> => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
    return lines.splice(0);
  };
  return { clock, getUser, lines, requests, saveUser, store, written };
}

describe('logger', () => {
  it('writes a request with its reason, and its commit with what it changed', async () => {
    const { clock, getUser, requests, store, written } = kit();
    function main() {
      return store.observe(getUser, { id: '1' }).subscribe();
    }
    main();
    const [request] = await written();
    expect(request).toMatch(
      /^getUser\(\{ id: '1' \}\) is fetched\n {2}reason {3}The key had no data\. Requested by main \(logger\.spec\.ts:\d+\)\.$/,
    );
    clock.advance(120);
    requests.last.answer(ann);
    expect(await written()).toEqual([
      [
        "getUser({ id: '1' }) responded after 120 ms",
        '  changed  User: 1 added',
        "  status   getUser({ id: '1' }) is valid",
        '  emitted  getUser [{"id":"1"}]',
      ].join('\n'),
    ]);
  });

  it('names the members that were changed of a few entities, and counts many', async () => {
    const { store, written } = kit();
    store.batch(() => {
      store.set(User, ann);
      store.set(User, bob);
    });
    store.set(User, { id: '1', name: 'Anna', email: 'anna@example.org' });
    expect(await written()).toEqual([
      'User was set + User was set\n  changed  User: 2 added',
      'User was set\n  changed  User: 1 updated (1: name, email)',
    ]);
  });

  it('writes why an entity left a list and joined another one, without secrets', async () => {
    const { store, written } = kit({ redact: [/^email$/] });
    const getUsers = new Endpoint((_args: Readonly<Record<string, string>>): object[] => [], {
      name: 'getUsers',
      schema: new Collection([User]),
    });
    const email = 'ann@example.org';
    store.setResponse(getUsers, { name: 'Ann', email }, [{ ...ann, email }]);
    store.setResponse(getUsers, { name: 'Anna', email }, []);
    await written();
    store.set(User, { id: '1', name: 'Anna' });
    const [text] = await written();
    expect(text.split('\n').filter((line) => line.startsWith('  list'))).toEqual([
      "  list     User 1 left { name: 'Ann', email: '[redacted]' } because `name` changed",
      "  list     User 1 joined { name: 'Anna', email: '[redacted]' } because `name` changed",
    ]);
  });

  it('writes the failure of a mutation without its URL and body, and that of a read once', async () => {
    const { clock, getUser, requests, saveUser, store, written } = kit();
    const failure = new NetworkError({
      endpoint: 'saveUser',
      method: 'POST',
      url: 'https://example.org/?token=geheim',
      status: 500,
      body: { secret: 'geheim' },
    });
    store.fetch(saveUser, { id: '1' }).catch(() => {});
    expect(await written()).toHaveLength(1);
    clock.advance(80);
    requests.last.fail(failure);
    expect(await written()).toEqual([
      "saveUser({ id: '1' }) failed after 80 ms: NetworkError 500 SB_NETWORK",
    ]);
    store.fetch(getUser, { id: '1' }).catch(() => {});
    await written();
    requests.last.fail(failure);
    const [text, ...others] = await written();
    expect(others).toEqual([]);
    expect(text).toContain(
      "getUser({ id: '1' }) failed with NetworkError 500 SB_NETWORK after 0 ms",
    );
  });

  it('writes the failure of a mutation that fails at once', async () => {
    const { store, written } = kit();
    const fails = async (): Promise<never> => {
      throw new TypeError('No disk.');
    };
    const save = new Endpoint(fails, { name: 'save', sideEffect: true });
    store.fetch(save).catch(() => {});
    expect(await written()).toEqual([
      expect.stringMatching(/^save\(\) is sent\n/),
      'save() failed after 0 ms: TypeError: No disk.',
    ]);
  });

  it('writes the requests of a commit after it', async () => {
    const { getUser, requests, store, written } = kit();
    store.observe(getUser, { id: '1' }).subscribe();
    requests.last.answer(ann);
    await written();
    store.set(User, bob);
    store.invalidateAll(getUser);
    expect((await written()).map((text) => text.split('\n')[0])).toEqual([
      'User was set',
      '1 key invalidated',
      "getUser({ id: '1' }) is fetched",
    ]);
  });

  it('hides secrets in args and keys, and never writes a body', async () => {
    const { requests, saveUser, store, written } = kit();
    const saved = store.fetch(saveUser, { id: '1', password: 'geheim' });
    requests.last.answer({ ...ann, name: 'geheim' });
    await saved;
    const text = (await written()).join('\n');
    expect(text).toContain("saveUser({ id: '1', password: '[redacted]' }) is sent");
    expect(text).not.toContain('geheim');
  });

  it('writes only what the filter selects', async () => {
    const { getUser, requests, store, written } = kit({
      filter: ({ type }) => type === 'commit',
    });
    store.observe(getUser, { id: '1' }).subscribe();
    expect(await written()).toEqual([]);
    requests.last.answer(ann);
    expect(await written()).toHaveLength(1);
  });

  it('writes each commit of a storm', () => {
    const { lines, store } = kit();
    for (let i = 0; i < 1_200; i++) store.set(User, { ...ann, name: `Ann ${i}` });
    store.dispose();
    expect(lines).toHaveLength(1_200);
  });

  it('writes the time of an entry', async () => {
    const { store, written } = kit({ timestamps: true });
    store.set(User, ann);
    expect((await written())[0]).toMatch(/^User was set \d\d:\d\d:\d\d\.\d{3}\n/);
  });
});
