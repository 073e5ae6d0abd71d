import fc from 'fast-check';
import { exportSession } from '../../../src/tools/devtools/sessionFile/exportSession.ts';
import { importSession } from '../../../src/tools/devtools/sessionFile/importSession.ts';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { contentOf } from '../../../src/tools/inspect/content.ts';
import { inspect } from '../../../src/tools/inspect/inspect.ts';
import type { Timeline } from '../../../src/tools/inspect/Recording.ts';
import { NetworkError } from '../../../src/http/rest/NetworkError.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { StreambedError } from '../../../src/shared/StreambedError.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { ann, bob, User } from '../../support/entities.ts';

class Thing extends Entity {
  id = '';
  value: unknown = undefined;
  static override readonly key = 'Thing';
}

function kit() {
  const requests = new FakeRequests();
  const clock = new ManualClock();
  const store = createStore({ scheduler: clock });
  const inspector = inspect(store);
  const recording = inspector.record();
  const getUsers = new Endpoint(() => requests.send(), { name: 'getUsers', schema: new All(User) });
  const logIn = new Endpoint((p: { name: string; password: string }) => requests.send(p), {
    name: 'logIn',
    schema: Thing,
    sideEffect: true,
  });
  const getToken = new Endpoint((p: { token: string }) => requests.send(p), { name: 'getToken' });
  return { clock, getToken, getUsers, inspector, logIn, recording, requests, store };
}

/** What a timeline says. */
function saidBy({ commits, requests, start }: Timeline): unknown {
  return {
    start: contentOf(start),
    commits: commits.map(({ actions, changes, emitted, rendered, requests: ids, snapshot }) => ({
      types: actions.map(({ type }) => type),
      counts: changes.keys().map((key) => [key, changes.changeCount(key)]),
      emitted: [...emitted],
      rendered: [...rendered],
      ids: [...ids],
      version: snapshot.version,
      at: snapshot.at,
      content: contentOf(snapshot),
    })),
    requests,
  };
}

/** Plain metas: those of a store have more members, which only the store reads. */
function comparable(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, member: unknown) => {
      if (name === 'epoch') return undefined;
      return member === Infinity ? 'Infinity' : member;
    }),
  );
}

function codeOf(run: () => unknown): unknown {
  try {
    run();
    return 'nothing was thrown';
  } catch (error) {
    return StreambedError.is(error) ? error.code : error;
  }
}

describe('a session', () => {
  it('is the same after export and import, and shows its snapshots on the page of another store', () => {
    const { clock, getUsers, recording, requests, store } = kit();
    store.observe(getUsers).subscribe();
    clock.advance(100);
    requests.last.answer([ann, bob]);
    store.set(User, { ...ann, name: 'Anna' });
    store.set(new Invalidate(User), { id: '2' });
    const session = importSession(exportSession(recording));
    expect(comparable(saidBy(session))).toEqual(comparable(saidBy(recording)));
    expect(session.originOf('User', '1')?.commit.version).toBe(2);

    const other = kit();
    const shown: unknown[] = [];
    other.store.observe(other.getUsers).subscribe(({ data }) => {
      shown.push(data?.map(({ name }) => name));
    });
    other.requests.last.answer([bob]);
    for (const { snapshot } of session.commits) other.inspector.show(snapshot);
    other.inspector.showPresent();
    expect(shown).toEqual([undefined, ['Bob'], ['Ann', 'Bob'], ['Anna', 'Bob'], ['Anna'], ['Bob']]);
  });

  it('of a store is its present state', () => {
    const { inspector, store } = kit();
    store.set(User, ann);
    const { commits, start } = importSession(exportSession(store));
    expect(commits).toEqual([]);
    expect(start.version).toBe(1);
    store.reset().catch(() => {});
    inspector.show(start);
    expect(store.get(User, { id: '1' })?.name).toBe('Ann');
  });

  it('keeps dates, maps, sets, bigints and URLs, and replaces other values by their names', () => {
    const { recording, store } = kit();
    class Money {
      #cents = 5;
      get cents(): number {
        return this.#cents;
      }
    }
    const value = {
      date: new Date(5),
      map: new Map([['a', new Set([1])]]),
      big: 12n,
      url: new URL('https://example.org/?a=1'),
      none: undefined,
      many: Infinity,
    };
    store.set(Thing, { id: '1', value });
    store.set(Thing, {
      id: '2',
      value: { fn: () => 1, money: new Money(), file: new Blob(['a']) },
    });
    const { commits } = importSession(exportSession(recording));
    const { entities } = commits[1].snapshot;
    expect(entities.get('Thing', '1')).toEqual({ id: '1', value });
    expect(entities.get('Thing', '2')).toEqual({
      id: '2',
      value: { fn: '[function fn]', money: {}, file: '[Blob]' },
    });
  });

  it('has no secrets: not in records, args, keys, results and failures', async () => {
    const { getToken, logIn, recording, requests, store } = kit();
    const login = store.fetch(logIn, { name: 'ann', password: 'geheim' });
    requests.last.answer({ id: '1', value: { accessToken: 'geheim', Cookie: 'geheim' } });
    await login;
    const read = store.fetch(getToken, { token: 'geheim' });
    requests.last.answer({ authorization: 'geheim', list: [{ api_key: 'geheim' }] });
    await read;
    store.fetch(getToken, { token: 'geheim 2' }).catch(() => {});
    requests.last.fail(
      new NetworkError({
        endpoint: 'getToken',
        method: 'GET',
        url: 'https://ann:geheim@example.org',
        status: 401,
        body: 'geheim',
        response: new Response('geheim', { headers: { authorization: 'geheim' } }),
      }),
    );
    store.set(Thing, { id: '2', value: 'Bearer geheim-und-lang' });
    await Promise.resolve();
    const text = exportSession(recording);
    expect(text).not.toContain('geheim');
    expect(text).toContain('[redacted]');
    expect(importSession(text).requests.map(({ key }) => key)[1]).toBe(
      'getToken [{"token":"[redacted]"}]',
    );
  });

  it('hides what `redact` says: names besides the usual ones, or what a function decides', () => {
    const { store } = kit();
    store.set(Thing, { id: '1', value: { iban: 'DE12', token: 'abc', age: 7 } });
    const valueWith = (redact: Parameters<typeof exportSession>[1]): unknown =>
      importSession(exportSession(store, redact)).start.entities.get('Thing', '1');
    expect(valueWith({ redact: [/^iban$/] })).toEqual({
      id: '1',
      value: { iban: '[redacted]', token: '[redacted]', age: 7 },
    });
    const redact = (name: string, value: unknown, path: readonly string[]): unknown =>
      path.join('.') === 'Thing.1.value.age' ? `${name} ?` : value;
    expect(valueWith({ redact })).toEqual({
      id: '1',
      value: { iban: 'DE12', token: 'abc', age: 'age ?' },
    });
  });

  it('exports itself again without a difference', () => {
    const { clock, getUsers, recording, requests, store } = kit();
    store.observe(getUsers).subscribe();
    clock.advance(10);
    requests.last.answer([ann]);
    store.batch(() => {
      store.invalidate(getUsers);
      store.set(User, bob);
      store.expireAll(getUsers);
    });
    const withoutTime = (text: string): unknown => ({ ...(JSON.parse(text) as object), at: 0 });
    const text = exportSession(recording);
    expect(withoutTime(exportSession(importSession(text)))).toEqual(withoutTime(text));
  });

  it('survives export and import, whatever it contains', () => {
    const leafWith = (noInvalidDate: boolean) =>
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 5 }),
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.constant(undefined),
        fc.bigInt(),
        fc.date({ noInvalidDate }),
      );
    // Jest finds two invalid dates equal, but not as keys.
    const [leaf, key] = [leafWith(false), leafWith(true)];
    const name = fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('__proto__', '$', 'v', ''));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(name, tie('value'), { maxKeys: 3 }),
        fc.array(fc.tuple(key, tie('value')), { maxLength: 2 }).map((items) => new Map(items)),
        fc.array(key, { maxLength: 3 }).map((items) => new Set(items)),
      ),
    }));
    const id = fc.constantFrom('1', '2', '__proto__');
    fc.assert(
      fc.property(fc.array(fc.tuple(id, value), { maxLength: 8 }), (writes) => {
        const { recording, store } = kit();
        for (const [pk, given] of writes) store.set(Thing, { id: pk, value: given });
        const text = exportSession(recording, { redact: (_name, member) => member });
        const { commits } = importSession(text);
        for (const [i, { snapshot }] of commits.entries()) {
          const original = recording.commits[i].snapshot.entities;
          for (const [pk, record] of original.entries('Thing')) {
            expect(snapshot.entities.get('Thing', pk)).toEqual(record);
          }
          expect(snapshot.entities.size('Thing')).toBe(original.size('Thing'));
        }
        store.dispose();
      }),
    );
  });
});

describe('importSession', () => {
  const text = (): string => {
    const { getUsers, recording, store } = kit();
    store.setResponse(getUsers, [ann, bob]);
    store.set(User, { ...ann, name: 'Anna' });
    return exportSession(recording);
  };

  it('throws SB_SESSION_INVALID for a text that is cut off, of another version or no session', () => {
    const good = text();
    for (let length = 0; length < good.length; length += 7) {
      expect(codeOf(() => importSession(good.slice(0, length)))).toBe('SB_SESSION_INVALID');
    }
    const others = ['null', '[]', '{}', '{"streambedSession":2}', '"x"', '{"streambed":1}'];
    for (const other of others)
      expect(codeOf(() => importSession(other))).toBe('SB_SESSION_INVALID');
    const deep = `{"streambedSession":1,"at":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(codeOf(() => importSession(deep))).toBe('SB_SESSION_INVALID');
  });

  it('reads a damaged session or throws SB_SESSION_INVALID, and pollutes no prototype', () => {
    const good = text();
    const paths: (readonly (string | number)[])[] = [];
    const walk = (value: unknown, path: readonly (string | number)[]): void => {
      paths.push(path);
      if (typeof value !== 'object' || value === null) return;
      for (const [name, member] of Object.entries(value)) walk(member, [...path, name]);
    };
    walk(JSON.parse(good), []);
    const junk = [null, -1, 'x', [], {}, [['a']], { $: 'map', v: 1 }, { $: 'bigint', v: '1' }, 1e9];
    for (const path of paths.slice(1)) {
      for (const value of junk) {
        const damaged = JSON.parse(good) as Record<string | number, unknown>;
        let at = damaged;
        // The cast holds: the path was found in the same value.
        for (const name of path.slice(0, -1)) at = at[name] as typeof damaged;
        at[path.at(-1)!] = value;
        const code = codeOf(() => importSession(JSON.stringify(damaged)));
        expect(['SB_SESSION_INVALID', 'nothing was thrown']).toContain(code);
      }
    }
    const polluted = good.replaceAll('"name":', '"__proto__":{"isAdmin":true},"name":');
    const session = importSession(polluted);
    expect(session.start).toBeDefined();
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    for (const { snapshot } of session.commits) {
      const record = snapshot.entities.get('User', '1') as { isAdmin?: boolean };
      expect(record.isAdmin).toBeUndefined();
    }
  });
});
