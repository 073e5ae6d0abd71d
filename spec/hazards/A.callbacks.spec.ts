import { createStore, Endpoint, Entity, RestEndpoint, schema, type Store } from 'streambed';
import { collect } from '../support/collect.ts';
import { codeOf } from './support/codeOf.ts';
import { storeHash } from './support/storeHash.ts';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

const boom = (): never => {
  throw new Error('thrown by the program');
};

/** Classes whose callbacks throw for the second row; the first row is good. */
const throwsAt = (id: unknown): void => {
  if (id === '2') boom();
};

class ThrowingPk extends User {
  override pk() {
    throwsAt(this.id);
    return this.id;
  }
}
class ThrowingProcess extends User {
  static override process(input: { id?: string }) {
    throwsAt(input.id);
    return { ...input };
  }
}
class ThrowingValidate extends User {
  static override validate({ id }: { id?: string }) {
    throwsAt(id);
    return undefined;
  }
}
class ThrowingMerge extends User {
  static override merge(existing: { id?: string }, incoming: object) {
    throwsAt(existing.id);
    return { ...existing, ...incoming };
  }
}
class ThrowingUpdate extends User {
  static override shouldUpdate(_a: unknown, _b: unknown, existing: { id?: string }) {
    throwsAt(existing.id);
    return true;
  }
}
class ThrowingMeta extends User {
  static override mergeMetaWithStore(...[, incoming, existing]: any[]) {
    throwsAt(existing.id);
    return incoming;
  }
}

const answer = [
  { id: '1', name: 'Ann' },
  { id: '2', name: 'Bo' },
];
const kinds = [
  ...[ThrowingPk, ThrowingProcess, ThrowingValidate, ThrowingMerge, ThrowingUpdate, ThrowingMeta],
];
const throwing: [name: string, described: unknown][] = kinds.map((kind) => [kind.name, [kind]]);
throwing.push(
  ['schemaAttribute', new schema.Array({ user: User }, ({ id }: User) => (throwsAt(id), 'user'))],
  ['a schema of its own', { normalize: boom, denormalize: boom, queryKey: () => undefined }],
);

let store: Store;
beforeEach(() => {
  store = createStore({ onError: () => {} });
  store.set(User, { id: 'other', name: 'Other' });
});
afterEach(() => store.dispose());

describe.each(throwing)('A17 %s that throws', (_name, described) => {
  const getUsers = new Endpoint(async () => answer, { name: 'getUsers', schema: described });

  it('A17 rejects the whole response: none of it is visible, and no other entity changes', async () => {
    // These rows exist, so the callbacks that merge are called.
    const rows = Array.isArray(described) ? (described[0] as typeof User) : User;
    class Quiet extends User {
      static override key = rows.key;
    }
    store.set([Quiet], [{ id: '1' }, { id: '2' }]);
    const observer = collect(store.observe(getUsers));
    const other = collect(store.query(User, 'other'));
    const before = storeHash(store);
    await expect(store.fetch(getUsers)).rejects.toThrow('thrown by the program');
    expect(storeHash(store)).toEqual(before);
    expect(observer.values.at(-1)).toMatchObject({
      data: undefined,
      fetching: false,
      error: { message: 'thrown by the program' },
    });
    expect(other.values).toHaveLength(1);
    expect(observer.errors).toEqual([]);
  });
});

it('A17 a deserializer that throws fails the observers of its entity until the next write', async () => {
  class Dated extends User {
    at = '';
    static override key = 'Dated';
    static override schema = { at: (text: string) => new Date(text).toISOString() };
  }
  store.set(
    [Dated],
    [
      { id: '1', at: 'never' },
      { id: '2', at: '2026-01-01' },
    ],
  );
  expect(() => store.get(Dated, '1')).toThrow(RangeError);
  expect(store.get(Dated, '2')?.at).toContain('2026');
  store.set(Dated, { id: '1', at: '2026-01-02' });
  expect(store.get(Dated, '1')?.at).toContain('2026-01-02');
});

it('A17 an update function that throws rethrows to its caller and leaves the store as it was', () => {
  const before = storeHash(store);
  expect(() => store.set(User, 'other', boom)).toThrow('thrown by the program');
  expect(storeHash(store)).toEqual(before);
});

it('A17 key, getHeaders, url, process and errorPolicy that throw reject the call, before a request if there is none yet', async () => {
  const fetch = jest.fn(async () => Response.json({ id: '1' }, { status: 200 }));
  const rest = createStore({ fetch, onError: () => {} });
  const getUser = new RestEndpoint({
    path: '/users/1',
    urlPrefix: 'http://api.test',
    schema: User,
  });
  for (const option of ['key', 'url', 'getHeaders', 'searchToString'] as const) {
    const options: object = { [option]: boom };
    const broken: typeof getUser = getUser.extend(options);
    await expect(rest.fetch(broken)).rejects.toThrow('thrown by the program');
    const states = collect(rest.observe(broken));
    await Promise.resolve();
    expect([states.errors, states.isComplete]).toEqual([[], false]);
  }
  expect(fetch).not.toHaveBeenCalled();
  await expect(rest.fetch(getUser.extend({ process: boom }))).rejects.toThrow('by the program');
  fetch.mockImplementation(async () => Response.json({}, { status: 500 }));
  const strict = getUser.extend({ errorPolicy: boom });
  expect(await codeOf(() => rest.fetch(strict))).toBe('SB_NETWORK');
  expect(rest.getState(strict)).toMatchObject({ errorPolicy: 'hard', fetching: false });
  expect(rest.stats()).toMatchObject({ inFlight: 0, entities: 0 });
  rest.dispose();
});

describe('A18 a value that is not JSON', () => {
  it('A18 is a leaf: dates, maps, instances and functions keep their identity', () => {
    class Point {
      x = 1;
      readonly inner = { y: [1] };
    }
    const leaves: Record<string, unknown> = {
      date: new Date(0),
      map: new Map([['a', { b: 1 }]]),
      set: new Set([1]),
      point: new Point(),
      bytes: new Uint8Array([1, 2]),
      big: 1n,
      symbol: Symbol('s'),
      fn: () => 1,
      toJson: { toJSON: () => 'something else' },
    };
    for (const _ of [1, 2]) {
      store.set(User, { id: '1', ...leaves });
      const user = store.get(User, '1') as unknown as Record<string, unknown>;
      for (const [name, leaf] of Object.entries(leaves)) expect(user[name]).toBe(leaf);
    }
    expect(Object.isFrozen((leaves.point as Point).inner)).toBe(false);
    (leaves.map as Map<string, unknown>).set('c', 2);
    expect((leaves.map as Map<string, unknown>).size).toBe(2);
  });

  it('A18 in place of an entity, a list or an object is a typed error', async () => {
    const before = storeHash(store);
    const wrong: [described: unknown, value: object][] = [
      ...[new Date(0), new Map(), new Set(), new Error('e'), /x/].flatMap(
        (value): [unknown, object][] => [
          [User, value],
          [[User], value],
          [{ user: User }, value],
          [new schema.Values(User), value],
        ],
      ),
    ];
    for (const [described, value] of wrong) {
      const code = await codeOf(() => store.set(described as typeof User, value));
      expect(['SB_PK_MISSING', 'SB_ANSWER_SHAPE']).toContain(code);
    }
    expect(storeHash(store)).toEqual(before);
  });

  it('A18 with getters is read once per write; a getter or a proxy that throws rejects the write', () => {
    let reads = 0;
    const lively = {
      id: '1',
      get name() {
        return `read ${++reads}`;
      },
    };
    store.set(User, lively);
    const { name } = store.get(User, '1')!;
    expect(store.get(User, '1')?.name).toBe(name);
    const before = storeHash(store);
    const thrower = { id: '1', meta: new Proxy({}, { ownKeys: boom, get: boom }) };
    const getter = Object.defineProperty({ id: '1' }, 'name', { get: boom, enumerable: true });
    expect(() => store.set(User, getter)).toThrow('thrown by the program');
    expect(storeHash(store)).toEqual(before);
    expect(() => store.set([User], [{ id: '3' }, new Proxy(thrower, { get: boom })])).toThrow(
      'thrown by the program',
    );
    expect(storeHash(store)).toEqual(before);
  });
});
