import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { dehydrate } from '../../../src/features/dehydrate/dehydrate.ts';
import { rehydrate } from '../../../src/features/dehydrate/rehydrate.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { collect } from '../../support/collect.ts';
import { ann, bob, cid, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const read = new Endpoint(requests.send, { name: 'read' });
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });
const getUsers = new Endpoint(requests.send, { name: 'getUsers', schema: [User] });
const allUsers = new All(User);

beforeEach(() => {
  requests.sent.length = 0;
});

const named = (name: string): object => ({ ...ann, name });

/**
 * Whether a value is a function or has one as a member; sets of rows, tables and errors have
 * methods of their own.
 */
function hasFunction(value: unknown): boolean {
  if (typeof value === 'function') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasFunction);
}

describe('a commit', () => {
  it('is emitted by entities$, then by the views, then by commits$, then by actions$', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann]);
    const events: string[] = [];
    store.actions$.subscribe(({ type }) => events.push(`actions ${type}`));
    store.commits$.subscribe(({ version }) => events.push(`commits ${version}`));
    store.observe(getUsers).subscribe(() => events.push('observe'));
    store.query(User, '1').subscribe(() => events.push('query'));
    store.entities$.subscribe(() => events.push('entities'));
    events.length = 0;
    store.set(User, named('Anna'));
    expect(events[0]).toBe('entities');
    expect(events.slice(1, 3).sort()).toEqual(['observe', 'query']);
    expect(events.slice(3)).toEqual(['commits 2', 'actions set']);
  });

  it('has the next number, its actions and its changes', () => {
    const { store } = storeKit();
    const commits = collect(store.commits$);
    store.set(User, ann);
    store.setResponse(read, 'a');
    store.batch(() => {
      store.set(User, bob);
      store.set(User, named('Anna'));
      store.setError(read, new Error('down'));
    });
    expect(
      commits.values.map(({ version, actions, changes }) => [
        version,
        actions.map(({ type }) => type).join(),
        changes.changeCount('User'),
      ]),
    ).toEqual([
      [1, 'set', 1],
      [2, 'setResponse', 0],
      [3, 'set,set,setError', 2],
    ]);
  });

  it('has actions that are data: all functions in them belong to the program', async () => {
    const { store } = storeKit({ gcTime: 0 });
    const actions = collect(store.actions$);
    const rename = getUser.extend({
      name: 'rename',
      sideEffect: true,
      getOptimisticResponse: () => named('Anna'),
    });
    const failed = store.fetch(rename, '1');
    requests.at(0).fail(new Error('no'));
    await expect(failed).rejects.toThrow('no');
    const renamed = store.fetch(rename, '1');
    requests.at(1).answer(named('Anna'));
    await renamed;
    store.set(User, { id: '1' }, (user) => ({ id: user.id, name: 'Bo' }));
    store.setError(read, new Error('down'));
    store.invalidateAll(read);
    store.expireAll(read);
    rehydrate(store, dehydrate(store));
    store.gc();
    await store.reset();
    const found = new Set<string>();
    for (const action of actions.values) {
      for (const [member, value] of Object.entries(action)) {
        if (hasFunction(value)) found.add(`${action.type} ${member}`);
      }
    }
    expect([...found].sort()).toEqual([
      'optimistic endpoint',
      'set schema',
      'set value',
      'setResponse schema',
    ]);
    expect([...new Set(actions.values.map(({ type }) => type))].sort()).toEqual(
      [
        ...['collect', 'expire', 'fetch', 'hydrate', 'invalidate', 'optimistic', 'reset'],
        ...['rollback', 'set', 'setError', 'setResponse'],
      ].sort(),
    );
  });

  it('is not emitted by entities$ if no row changed', () => {
    const { store } = storeKit();
    store.set(User, ann);
    const tables = collect(store.entities$);
    store.set(User, { ...ann });
    store.setResponse(read, 'a');
    store.invalidate(read);
    expect(tables.values).toHaveLength(1);
  });

  it('never changes earlier snapshots', () => {
    const { store } = storeKit();
    store.set(User, ann);
    const before = store.entities$.getValue();
    store.set(User, named('Anna'));
    store.set(User, bob);
    expect(before.get('User', '1')).toMatchObject({ name: 'Ann' });
    expect(before.size('User')).toBe(1);
  });

  it('is emitted by actions$ when a request is sent', () => {
    const { store } = storeKit();
    const actions = collect(store.actions$);
    void store.fetch(getUser, '1');
    requests.last.answer(ann);
    expect(actions.values).toMatchObject([
      { type: 'fetch', key: 'getUser ["1"]', args: ['1'] },
      { type: 'setResponse', key: 'getUser ["1"]', response: ann },
    ]);
  });
});

describe('a write inside of a subscriber', () => {
  it('is applied after the running delivery, in the order of the writes', () => {
    const { store } = storeKit();
    const names: string[] = [];
    store.query(User, '1').subscribe((user) => {
      if (user?.name !== 'Ann') return;
      store.set(User, named('second'));
      store.set(User, named('third'));
      names.push(`still ${store.get(User, '1')?.name}`);
    });
    store.query(User, '1').subscribe((user) => names.push(user?.name ?? 'none'));
    store.set(User, ann);
    expect(names).toEqual(['none', 'still Ann', 'Ann', 'second', 'third']);
  });

  it('reaches all subscribers in the same order, whenever they subscribed', () => {
    const { store } = storeKit();
    const [before, after] = [[] as string[], [] as string[]];
    const note = (names: string[]) => (user: User | undefined) => names.push(user?.name ?? 'none');
    store.query(User, '1').subscribe(note(before));
    store.query(User, '1').subscribe((user) => {
      if (user?.name === 'Ann') store.set(User, named('Anna'));
    });
    store.query(User, '1').subscribe(note(after));
    const tables = collect(store.entities$);
    store.set(User, ann);
    expect(before).toEqual(['none', 'Ann', 'Anna']);
    expect(after).toEqual(before);
    expect(tables.values.map((table) => table.get('User', '1'))).toMatchObject(
      [undefined, { name: 'Ann' }, { name: 'Anna' }].map((row) => row as object),
    );
  });

  it('by a function sees all earlier writes, queued ones included', () => {
    const { store } = storeKit();
    const rename = (): void =>
      store.set(User, { id: '1' }, ({ id, name }) => ({ id, name: `${name}!` }));
    store.query(User, '1').subscribe((user) => {
      if (user?.name !== 'Ann') return;
      rename();
      rename();
    });
    store.set(User, ann);
    expect(store.get(User, '1')?.name).toBe('Ann!!');
  });

  it('that cannot be normalized throws to that subscriber only', () => {
    const { store } = storeKit();
    const caught: unknown[] = [];
    store.query(User, '1').subscribe((user) => {
      if (!user) return;
      try {
        store.set(User, { name: 'without id' });
      } catch (error) {
        caught.push(error);
      }
    });
    const seen = collect(store.query(User, '1'));
    store.set(User, ann);
    expect(caught).toMatchObject([{ code: 'SB_PK_MISSING' }]);
    expect(seen.values).toHaveLength(2);
  });

  it('to another row reaches subscribers after the first write', () => {
    const { store } = storeKit();
    const lists = collect(store.query(allUsers));
    store.query(User, '1').subscribe((user) => user && store.set(User, bob));
    store.set(User, ann);
    expect(lists.values.map((users) => users?.length)).toEqual([undefined, 1, 2]);
  });

  it('that repeats for ever throws after 1,000 commits, names the row, and leaves the store usable', () => {
    const { store } = storeKit();
    let writes = 0;
    const loop = store.query(User, '1').subscribe((user) => {
      if (user) store.set(User, named(`${writes++}`));
    });
    expect(() => store.set(User, ann)).toThrow(
      expect.objectContaining({
        code: 'SB_COMMIT_LOOP',
        message: expect.stringContaining('set User') as string,
      }) as Error,
    );
    expect(writes).toBeGreaterThan(990);
    expect(writes).toBeLessThan(1_010);
    expect(store.get(User, '1')?.name).toBe(`${writes - 1}`);
    loop.unsubscribe();
    const seen = collect(store.query(User, '1'));
    store.set(User, named('last'));
    expect(seen.values.at(-1)?.name).toBe('last');
  });

  it('that repeats for ever through an endpoint names it, and settles pending promises', async () => {
    const { store } = storeKit();
    const instant = new Endpoint((count: number) => count, { name: 'instant' });
    const fetched: Promise<number>[] = [];
    let count = 0;
    store.actions$.subscribe(({ type }) => {
      if (type === 'setResponse') fetched.push(store.fetch(instant, count++));
    });
    expect(() => store.setResponse(instant, -1, 0)).toThrow(
      /The last were: fetch instant, setResponse instant\./,
    );
    await Promise.all(fetched.map((promise) => promise.catch(() => {})));
    expect(store.stats().inFlight).toBe(0);
  });

  it('may subscribe to thousands of keys', () => {
    const { store } = storeKit();
    store.query(User, '1').subscribe((user) => {
      if (user) for (let i = 0; i < 3_000; i++) collect(store.observe(read, i));
    });
    expect(() => store.set(User, ann)).not.toThrow();
    expect(requests.count).toBe(3_000);
  });
});

describe('10,000 writes one after the other', () => {
  it('reach each subscriber one by one, and the last value is final', () => {
    const { store } = storeKit();
    let emissions = 0;
    store.query(User, '1').subscribe(() => emissions++);
    for (let i = 0; i < 10_000; i++) store.set(User, named(`${i}`));
    expect(emissions).toBe(10_001);
    expect(store.get(User, '1')?.name).toBe('9999');
  });
});

describe('batch', () => {
  it('is one commit and at most one emission of each stream', () => {
    const { store } = storeKit();
    const users = collect(store.query(allUsers));
    const one = collect(store.query(User, '1'));
    const commits = collect(store.commits$);
    const tables = collect(store.entities$);
    store.batch(() => {
      store.set(User, ann);
      store.set(User, bob);
      store.set(User, named('Anna'));
      store.set(User, cid);
    });
    expect(users.values.map((all) => all?.map(({ name }) => name).join())).toEqual([
      undefined,
      'Anna,Bob,Cid',
    ]);
    expect(one.values).toHaveLength(2);
    expect(commits.values).toHaveLength(1);
    expect(tables.values).toHaveLength(2);
  });

  it('returns what the function returns', () => {
    expect(storeKit().store.batch(() => 7)).toBe(7);
  });

  it('makes no commit without a write', () => {
    const { store } = storeKit();
    const commits = collect(store.commits$);
    store.batch(() => {});
    expect(commits.values).toEqual([]);
  });

  it('notifies observers only after it has ended', () => {
    const { store } = storeKit();
    const seen = collect(store.query(User, '1'));
    store.batch(() => {
      store.set(User, ann);
      expect(seen.values).toEqual([undefined]);
      expect(store.get(User, '1')).toBeUndefined();
    });
    expect(seen.values).toHaveLength(2);
  });

  it('writes nothing if the function throws', () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    const before = store.entities$.getValue();
    const commits = collect(store.commits$);
    const reader = collectStates(store.observe(read));
    expect(() =>
      store.batch(() => {
        store.set(User, ann);
        store.setResponse(read, 'b');
        throw new Error('stop');
      }),
    ).toThrow('stop');
    expect(store.entities$.getValue()).toBe(before);
    expect(reader.values).toEqual(['valid a']);
    expect(commits.values).toEqual([]);
    store.set(User, ann);
    expect(store.get(User, '1')?.name).toBe('Ann');
  });

  it('writes nothing if a write in it throws, even if the function catches the error', () => {
    const { store } = storeKit();
    const before = store.entities$.getValue();
    expect(() =>
      store.batch(() => {
        store.set(User, ann);
        try {
          store.set(User, { name: 'without id' });
        } catch {
          store.set(User, bob);
        }
      }),
    ).toThrow(expect.objectContaining({ code: 'SB_PK_MISSING' }) as Error);
    expect(store.entities$.getValue()).toBe(before);
  });

  it('inside of a batch is part of the outer one', () => {
    const { store } = storeKit();
    const commits = collect(store.commits$);
    store.batch(() => {
      store.set(User, ann);
      store.batch(() => store.set(User, bob));
      store.set(User, cid);
    });
    expect(commits.values).toHaveLength(1);
    expect(store.get(allUsers)).toHaveLength(3);
  });

  it('writes nothing if a batch in it throws, even if the function catches the error', () => {
    const { store } = storeKit();
    store.set(User, ann);
    store.setResponse(read, 'a');
    const before = store.entities$.getValue();
    const reader = collectStates(store.observe(read));
    const first = new Error('optional work failed');
    const failing = (): void =>
      store.batch(() => {
        store.set(User, bob);
        store.set(new Invalidate(User), '1');
        store.setResponse(read, 'b');
        throw first;
      });
    expect(() =>
      store.batch(() => {
        expect(failing).toThrow(first);
        store.set(User, cid);
        throw new Error('a later one');
      }),
    ).toThrow(first);
    expect(() => store.batch(() => expect(failing).toThrow(first))).toThrow(first);
    expect(store.entities$.getValue()).toBe(before);
    expect(reader.values).toEqual(['valid a']);
    store.set(User, bob);
    expect(store.get(allUsers)).toHaveLength(2);
  });

  it('inside of a subscriber is one commit after the running delivery', () => {
    const { store } = storeKit();
    const sizes = collect(store.query(allUsers));
    store.query(User, '1').subscribe((user) => {
      if (user) store.batch(() => [bob, cid].forEach((other) => store.set(User, other)));
    });
    store.set(User, ann);
    expect(sizes.values.map((users) => users?.length)).toEqual([undefined, 1, 3]);
  });

  it('that throws undoes a reset in it', async () => {
    const { store } = storeKit();
    store.set(User, ann);
    const reader = collectStates(store.observe(read));
    let reset: Promise<void> | undefined;
    expect(() =>
      store.batch(() => {
        reset = store.reset();
        throw new Error('stop');
      }),
    ).toThrow('stop');
    await expect(reset).rejects.toThrow('stop');
    expect(store.get(User, '1')?.name).toBe('Ann');
    requests.last.answer('a');
    expect(reader.values.at(-1)).toBe('valid a');
  });

  it('of reset and writes begins the new session with the writes', async () => {
    const { store } = storeKit();
    store.set(User, ann);
    const users = collect(store.query(allUsers));
    store.batch(() => {
      void store.reset();
      store.set(User, bob);
    });
    expect(users.values.map((all) => all?.map(({ name }) => name).join())).toEqual(['Ann', 'Bob']);
    store.set(User, cid);
    expect(users.values.at(-1)?.map(({ name }) => name)).toEqual(['Bob', 'Cid']);
  });
});

describe('wrong data', () => {
  const wrong: [string, unknown][] = [
    ['a string', 'text'],
    ['null', null],
    ['an array', []],
    ['no primary key', { name: 'x' }],
    ['an empty primary key', { id: '' }],
  ];

  it.each(wrong)('throws synchronously and leaves the state untouched: %s', (_title, value) => {
    const { store } = storeKit();
    store.set(User, ann);
    const before = store.entities$.getValue();
    const commits = collect(store.commits$);
    expect(() => store.set(User, value as object)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^SB_/) as string }) as Error,
    );
    expect(() => store.setResponse(getUser, '1', value)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^SB_/) as string }) as Error,
    );
    expect(store.entities$.getValue()).toBe(before);
    expect(commits.values).toEqual([]);
    expect(store.getState(getUser, '1').status).toBe('valid');
  });

  it('in the last of many rows writes none of them', () => {
    const { store } = storeKit();
    const rows = Array.from({ length: 100 }, (_, i) => ({ id: `${i}`, name: 'x' }));
    expect(() => store.setResponse(getUsers, [...rows, { name: 'without id' }])).toThrow(
      /getUsers.*\[100\]/,
    );
    expect(store.stats().entities).toBe(0);
  });

  it('from a user callback that throws leaves the state untouched', () => {
    class Picky extends User {
      static override process(): never {
        throw new Error('picky');
      }
    }
    const { store } = storeKit();
    const before = store.entities$.getValue();
    expect(() => store.set(Picky, ann)).toThrow('picky');
    expect(() =>
      store.set(User, { id: '1' }, () => {
        throw new Error('never called');
      }),
    ).not.toThrow();
    store.set(User, ann);
    expect(() =>
      store.set(User, { id: '1' }, () => {
        throw new Error('updater');
      }),
    ).toThrow('updater');
    expect(before.size('User')).toBe(0);
    expect(store.get(User, '1')?.name).toBe('Ann');
  });
});

describe('a write in a callback of another write', () => {
  class Noted extends User {
    static write: () => void = () => {};

    static override process(value: object): object {
      Noted.write();
      return value;
    }
  }

  it('belongs to the same commit', () => {
    const { store } = storeKit();
    const commits = collect(store.commits$);
    Noted.write = () => store.set(User, bob);
    store.set(Noted, ann);
    expect(store.get(User, '2')?.name).toBe('Bob');
    expect(store.get(Noted, '1')?.name).toBe('Ann');
    expect(commits.values.map(({ actions }) => actions.length)).toEqual([2]);
  });

  it('that throws fails both, even if the callback catches the error', () => {
    const { store } = storeKit();
    Noted.write = () => {
      try {
        store.set([User], [bob, { name: 'without id' }] as never);
      } catch {
        // The first row may have been written before the error.
      }
    };
    expect(() => store.set(Noted, ann)).toThrow(expect.objectContaining({ code: 'SB_PK_MISSING' }));
    expect(store.stats().entities).toBe(0);
  });
});

describe('an onError that throws', () => {
  it('does not stop the delivery', () => {
    const { store } = storeKit({
      onError: () => {
        throw new Error('reporter');
      },
    });
    const odd = read.extend({
      errorPolicy: () => {
        throw new Error('odd');
      },
    });
    const globally = jest.spyOn(console, 'error').mockImplementation(() => {});
    const seen = collectStates(store.observe(odd));
    expect(() => store.setError(odd, new Error('down'))).not.toThrow();
    expect(globally.mock.calls.flat()).toMatchObject([{ message: 'reporter' }]);
    globally.mockRestore();
    expect(seen.values.at(-1)).toBe('valid failed: down fetching');
  });
});
