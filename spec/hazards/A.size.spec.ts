import { createStore, Endpoint, Entity, RestEndpoint, schema } from 'streambed';
import { codeOf } from './support/codeOf.ts';
import { deepArray, deepObject } from './support/hostileData.ts';

class Part extends Entity {
  id = 0;
  name = '';
  extra: unknown = undefined;
  inner: Part | number | null = null;
  static override key = 'Part';
  static override schema: Record<string, unknown> = {};
}
Part.schema = { inner: Part };

const DEEP = 100_000;
const WIDE = 1_000_000;

const getData = new Endpoint(async (data: unknown) => data, {
  name: 'getData',
  key: () => 'getData',
});

let store = createStore();
beforeEach(() => {
  store = createStore();
  store.set(Part, { id: 1, name: 'known' });
});
afterEach(() => store.dispose());

/** The number of levels that `deepArray` made, counted without recursion. */
function levelsOf(value: unknown): number {
  let levels = 0;
  for (let at = value; Array.isArray(at); at = at[0]) levels++;
  return levels;
}

describe('A8 data 100,000 levels deep', () => {
  it('A8 fails with SB_DEPTH where schemas follow it, and leaves the store as it was', async () => {
    const nested = new schema.Array<unknown>(Part);
    Object.assign(nested, { schema: nested });
    const page = new schema.Object<Record<string, unknown>>({});
    page.define({ inner: page });
    const map = new schema.Values<unknown>(Part);
    Object.assign(map, { schema: map });
    const before = store.entities$.getValue();
    const cases: [described: unknown, data: unknown][] = [
      [Part, deepObject(DEEP)],
      [nested, deepArray(DEEP)],
      [page, deepObject(DEEP)],
    ];
    for (const [described, data] of cases) {
      const getDeep = getData.extend({ schema: described });
      expect(await codeOf(() => store.fetch(getDeep, data))).toBe('SB_DEPTH');
      expect(store.getState(getDeep, data).error).toMatchObject({ code: 'SB_DEPTH' });
      expect(await codeOf(() => store.set(described as typeof Part, data as object))).toBe(
        'SB_DEPTH',
      );
    }
    expect(store.entities$.getValue()).toBe(before);
  });

  it('A8 fails with SB_DEPTH only for observers of a chain that arrived in pieces', async () => {
    const chain = Array.from({ length: 5_000 }, (_, at) => ({ id: at + 1, inner: at + 2 }));
    store.set([Part], chain);
    expect(await codeOf(() => store.get(Part, 1))).toBe('SB_DEPTH');
    expect(store.get(Part, 4_500)?.id).toBe(4_500);
    const getPart = new Endpoint(async (id: number) => ({ id }), {
      name: 'p',
      schema: Part,
      lookup: true,
    });
    expect(store.getState(getPart, 1)).toMatchObject({
      data: undefined,
      error: { code: 'SB_DEPTH' },
    });
  });

  it('A8 passes through where no schema looks, in responses and in members, repeatedly', async () => {
    for (const _ of [1, 2]) {
      expect(levelsOf(await store.fetch(getData, deepArray(DEEP)))).toBe(DEEP);
      store.set(Part, { id: 1, extra: deepArray(DEEP) });
      expect(levelsOf(store.get(Part, 1)?.extra)).toBe(DEEP);
    }
    expect(store.get(Part, 1)?.name).toBe('known');
  });

  it('A8 fails with a typed error as an argument and as a search parameter', async () => {
    const search = new RestEndpoint({ path: '/x', searchParams: {} as { deep: unknown } });
    const named = new Endpoint(async (_value: unknown) => 1, { name: 'named' });
    const deep = deepArray(DEEP);
    expect(await codeOf(() => store.fetch(named, deep))).toBe('SB_KEY_UNSUPPORTED');
    expect(await codeOf(() => store.fetch(search, { deep }))).toBe('SB_KEY_UNSUPPORTED');
  });
});

/** Without a matcher: a matcher would walk all of it. */
const sizeOf = (value: unknown): number => (value as readonly unknown[]).length;

describe('A10 data a million wide', () => {
  it('A10 is accepted: items without identity, members of one object, and many rows of few entities', async () => {
    const numbers = Array.from({ length: WIDE }, (_, at) => at);
    for (const _ of [1, 2]) {
      expect(sizeOf(await store.fetch(getData, numbers.slice()))).toBe(WIDE);
      store.set(Part, { id: 1, extra: numbers.slice() });
      expect(sizeOf(store.get(Part, 1)?.extra)).toBe(WIDE);
    }
    const names = Object.fromEntries(numbers.slice(0, WIDE / 10).map((at) => [`n${at}`, at]));
    store.set(Part, { id: 2, extra: names });
    expect(store.get(Part, 2)?.extra === names).toBe(true);
    const getParts = getData.extend({ schema: [Part] });
    store.setResponse(
      getParts,
      0,
      numbers.map((at) => ({ id: at % 1_000 })),
    );
    expect(sizeOf(store.getState(getParts, 0).data)).toBe(WIDE);
    expect(store.stats().entities).toBe(1_000);
  });

  it('A10 is accepted: a hundred thousand entities, listed and counted', () => {
    const all = new schema.All(Part);
    const count = WIDE / 10;
    store.set(
      all,
      Array.from({ length: count }, (_, id) => ({ id })),
    );
    expect(store.stats().entities).toBe(count);
    expect(sizeOf(store.get(all))).toBe(count);
    expect(store.get(Part, count - 1)?.id).toBe(count - 1);
  });

  it('A10 is accepted: one text of 50 MB, stored unchanged', () => {
    const text = 'x'.repeat(50_000_000);
    store.set(Part, { id: 1, name: text });
    expect(store.get(Part, 1)?.name === text).toBe(true);
  });
});
