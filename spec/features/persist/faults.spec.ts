import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { persist, storedKeys } from '../../../src/features/persist/persist.ts';
import { storageStatus$ } from '../../../src/features/persist/StorageState.ts';
import { indexedDBStorage } from '../../../src/features/storage/indexedDBStorage.ts';
import type { TableName } from '../../../src/features/storage/Storage.ts';
import type { VirtualStorage } from '../../../src/tools/testing/virtualStorage.ts';
import { ann, bob, User } from '../../support/entities.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';
import { getPosts, getUser, type Program, requests, settle, startProgram } from './persistKit.ts';

const one = { id: '1' };
const post = { id: '7', title: 'Hi', author: ann };

const rejections: unknown[] = [];
const note = (reason: unknown): number => rejections.push(reason);

beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => void process.off('unhandledRejection', note));
beforeEach(() => {
  requests.sent.length = 0;
  rejections.length = 0;
});

/** What an earlier program has stored. */
async function storedBefore(): Promise<VirtualStorage> {
  const { store, storage, flush } = await startProgram();
  store.setResponse(getUser, one, ann);
  store.setResponse(getPosts, [post]);
  await flush();
  store.dispose();
  await settle();
  return storage.copy();
}

/** Lets time pass in small steps, so that what was planned on the way runs, too. */
async function pass({ clock }: Pick<Program, 'clock'>, seconds: number): Promise<void> {
  for (let step = 0; step < seconds * 4; step++) {
    clock.advance(250);
    await settle();
  }
}

/** Lets the server respond to all requests that wait. */
async function respond(): Promise<void> {
  for (const request of requests.sent.splice(0)) {
    const [args] = request.args as readonly [{ readonly id: string }?];
    request.answer(args ? { ...ann, id: args.id } : [post]);
  }
  await settle();
}

type Plant = (storage: VirtualStorage) => void;

/** Faults, each with what is reported if it stays. */
const faults: readonly (readonly [name: string, plant: (times: number) => Plant, code: string])[] =
  [
    ['quota', (times) => (storage) => storage.fail('quota', times), 'SB_STORAGE_FULL'],
    ['abort', (times) => (storage) => storage.fail('abort', times), 'SB_STORAGE_UNAVAILABLE'],
    ['closed', (times) => (storage) => storage.fail('closed', times), 'SB_STORAGE_UNAVAILABLE'],
    ['blocked', (times) => (storage) => storage.fail('blocked', times), 'SB_STORAGE_UNAVAILABLE'],
    [
      'closed and blocked',
      (times) => (storage) => {
        storage.fail('closed', times);
        storage.fail('blocked', times);
      },
      'SB_STORAGE_UNAVAILABLE',
    ],
    ['slow', () => (storage) => storage.delay(5_000), 'SB_STORAGE_UNAVAILABLE'],
  ];

/** What a program does with its storage, and the promises that it is given for it. */
const operations: Readonly<Record<string, (program: Program) => Promise<unknown>>> = {
  'a start': async () => undefined,
  'a load': ({ store }) => storedKeys(store, [[getUser, one], [getPosts]]),
  'a flush': async ({ store, clock }) => {
    store.setResponse(getUser, { id: '2' }, { ...bob, id: '2' });
    clock.advance(100);
  },
  'a log-out': ({ store }) => store.reset(),
  ageing: async ({ clock }) => clock.advance(10_000),
  'an end': async ({ store, clock }) => {
    store.setResponse(getUser, { id: '2' }, { ...bob, id: '2' });
    clock.advance(1);
  },
};

const cases = Object.keys(operations).flatMap((operation) =>
  faults.flatMap(([fault, plant, code]) =>
    [1, 2, 99].map((times) => ({ operation, fault, plant, code, times })),
  ),
);

describe('R26: a program on a storage with a fault', () => {
  it.each(cases)('$operation, $fault ×$times: nothing waits or rejects', async (row) => {
    const storage = await storedBefore();
    if (row.operation === 'a start') row.plant(row.times)(storage);
    const program = await startProgram({ storage, later: 1_000 });
    const { reported, store } = program;
    if (row.operation !== 'a start') row.plant(row.times)(storage);

    const outcomes: unknown[] = [];
    operations[row.operation](program).then(
      () => outcomes.push('resolved'),
      (error: unknown) => outcomes.push(error),
    );
    // A screen of what is stored, and one of what is not.
    const screens = [one, { id: '9' }].map((args) => collectStates(store.observe(getUser, args)));
    await settle();
    await pass(program, 1);
    await respond();
    const states = screens.map(({ values }) => values.at(-1));
    expect(states).toEqual(['valid Ann', 'valid Ann']);

    await pass(program, 30);
    expect(outcomes).toEqual(['resolved']);
    const codes = reported.map((error) => (error as { readonly code?: unknown }).code);
    expect([[], [row.code]]).toContainEqual(codes);
    if (row.operation === 'an end') store.dispose();
    await pass(program, 20);
    expect(rejections).toEqual([]);
  });

  it.each(faults)('%s for good: reports it once, and keeps the data in memory', async (...row) => {
    const [, plant, code] = row;
    const storage = await storedBefore();
    const program = await startProgram({ storage, later: 1_000 });
    plant(999)(storage);
    const { reported, store } = program;
    for (let n = 0; n < 10; n++) {
      store.setResponse(getUser, { id: String(n) }, { ...bob, id: String(n) });
      store.observe(getUser, { id: `other ${n}` }).subscribe();
      await pass(program, 20);
    }
    for (let n = 0; n < 10; n++) {
      expect(store.get(User, { id: String(n) })?.name).toBe('Bob');
    }
    expect(requests.count).toBe(10);
    const codes = reported.map((error) => (error as { readonly code?: unknown }).code);
    expect([[], [code]]).toContainEqual(codes);
    expect(rejections).toEqual([]);
    store.dispose();
  });
});

/** What a platform has in place of a database that works. */
const platforms: Readonly<Record<string, () => object>> = {
  'lacks it': () => ({ value: undefined }),
  'throws where it is read': () => ({
    get: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  }),
  'throws where it is opened': () => ({
    value: {
      open: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    },
  }),
  'never opens': () => ({ value: { open: () => new EventTarget() } }),
  'opens and then throws': () => {
    const factory = new IDBFactory();
    const open = factory.open.bind(factory);
    factory.open = (...args) => {
      const request = open(...args);
      request.addEventListener('success', () => {
        request.result.transaction = () => {
          throw new DOMException('Connection to the database was lost', 'InvalidStateError');
        };
      });
      return request;
    };
    return { value: factory };
  },
};

describe('R26: a program on a platform whose IndexedDB', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'indexedDB');
    Reflect.deleteProperty(globalThis, 'IDBKeyRange');
  });

  it.each(Object.entries(platforms))('%s: shows all, and reports it once', async (_, make) => {
    Object.assign(globalThis, { IDBKeyRange });
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, ...make() });
    const storage = indexedDBStorage({ name: 'spec' });
    const kit = storeKit({ plugins: [persist({ name: 'spec', storage })] });
    const loaded = jest.fn();
    void storedKeys(kit.store, [[getPosts]]).then(loaded);
    const user = collectStates(kit.store.observe(getUser, one));
    await settle();
    await pass(kit, 1);
    await respond();
    expect(user.values.at(-1)).toBe('valid Ann');
    expect(loaded).toHaveBeenCalledTimes(1);
    await pass(kit, 10);
    await kit.store.reset();
    await pass(kit, 10);
    expect(kit.reported).toMatchObject([{ code: 'SB_STORAGE_UNAVAILABLE' }]);
    expect(storageStatus$(kit.store).getValue()).toBe('memory');
    kit.store.dispose();
    await settle();
    expect(rejections).toEqual([]);
  });
});

/** Values that no program has stored. */
const garbage: readonly unknown[] = [
  ...[null, true, 0, NaN, '', 'text', [], {}, [null], [0], [0, 0], [0, 0, 0], ['a', 'b', 'c', {}]],
  ...[
    [0, 0, null, 'x'],
    [0, 0, null, [[]]],
    [0, 0, null, ['1', 5]],
    [1e300, -1e300, 0, {}],
  ],
  ...[{ format: 'x' }, { format: 1, version: 1, token: 5, flushedAt: 0 }, new Map([[1, 2]])],
];

/** Removed entities, nearly. */
const brokenRemovals: readonly unknown[] = [
  ...[
    [0, 0, null, null, 5],
    [0, 0, null, null, { to: {}, removed: [] }],
  ],
];

const garbageCases = (['rows', 'results', 'kinds', 'info', 'mutations', 'ids'] as const).flatMap(
  (table) =>
    [...garbage, ...(table === 'rows' ? brokenRemovals : [])].map((value, at) => ({
      table,
      value,
      at,
    })),
);

describe('R6: garbage in a table', () => {
  it.each(garbageCases)(
    '$table, value $at: is not stored, and its keys are fetched',
    async (row) => {
      const storage = await storedBefore();
      await replaceAll(storage, row.table, row.value);
      expect(await useOf(storage)).toEqual(full);
    },
  );

  it.each(['rows', 'results', 'kinds', 'info'] as const)(
    '%s, records that cannot be read: are not stored, and their keys are fetched',
    async (table) => {
      const storage = await storedBefore();
      for (const key of await keysOf(storage, table)) storage.corrupt(table, key);
      expect(await useOf(storage)).toEqual(full);
    },
  );

  const keysOf = async (storage: VirtualStorage, table: TableName) => {
    const open = await storage.open(() => undefined);
    const records = await open.read((tables) => tables.range(table, [], Infinity));
    return records.map(([key]) => key);
  };

  async function replaceAll(
    storage: VirtualStorage,
    table: TableName,
    value: unknown,
  ): Promise<void> {
    const keys = await keysOf(storage, table);
    const open = await storage.open(() => undefined);
    await open.commit(async (tables) => {
      for (const key of [...keys, 'a', ['User', '1']]) tables.put(table, key, value);
    }, 'strict');
  }

  const full = { screens: ['valid Ann', 'valid'], status: 'storage', reported: [], later: 'Bob' };

  /** What a program shows, from the server or the storage, and what the next one has of it. */
  async function useOf(storage: VirtualStorage): Promise<typeof full> {
    const program = await startProgram({ storage, later: 1_000 });
    const { reported, store } = program;
    const user = collectStates(store.observe(getUser, one));
    const posts = collectStates(store.observe(getPosts));
    await pass(program, 2);
    await respond();
    const screens = [String(user.values.at(-1)), String(posts.values.at(-1)).slice(0, 5)];
    // Also what ages the tables has passed over them.
    await pass(program, 12);
    store.setResponse(getUser, { id: '2' }, { ...bob, id: '2' });
    await pass(program, 1);
    const status = storageStatus$(store).getValue();
    store.dispose();

    const next = await startProgram({ storage: storage.copy(), later: 20_000 });
    await storedKeys(next.store, [[getUser, { id: '2' }]]);
    const later = String(next.store.get(User, { id: '2' })?.name);
    next.store.dispose();
    // The cast holds for a program that has reported nothing, which the specs check.
    return { screens, status, reported: [...reported, ...rejections] as never[], later };
  }
});
