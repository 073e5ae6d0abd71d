import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { denormalize } from '../../../src/data/normalize/denormalize.ts';
import { normalize } from '../../../src/data/normalize/normalize.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import * as schema from '../../../src/data/schema/index.ts';
import { collect } from '../../support/collect.ts';
import { storeKit } from '../../support/storeKit.ts';
import { failureOf } from './failureOf.ts';

type Params = readonly [params: { currency?: string }];

const lens = ([{ currency }]: Params) => currency;
const price = new schema.Scalar({ key: 'price', lens });

class Stock extends Entity {
  id = '';
  name = '';
  price: number | undefined = undefined;
  share: number | null | undefined = undefined;
  static override key = 'Stock';
  static override schema = { price, share: price };
}

/** A stock for arguments with a currency. */
const stockIn = new schema.Query(Stock, (stock, _in: { currency: string; page?: number }) => stock);

const columns = new schema.Scalar({ key: 'price', lens, entity: Stock });
const inEuro = [{ currency: 'EUR' }];
const inKroner = [{ currency: 'NOK' }];

/** An endpoint with one response per currency, which records its calls. */
function stocksEndpoint<S>(name: string, of: S, answers: Record<string, unknown>) {
  const calls: string[] = [];
  const endpoint = new Endpoint(
    async ({ currency }: { currency: string }) => {
      calls.push(currency);
      return answers[currency];
    },
    { name, schema: of },
  );
  return { endpoint, calls };
}

describe('a Scalar as a member', () => {
  it('reads with the lens of the observer', () => {
    const { entities } = normalize(Stock, { id: '1', name: 'Acme', price: 10 }, inEuro);
    expect(denormalize(Stock, '1', entities, inEuro)).toEqual({
      id: '1',
      name: 'Acme',
      price: 10,
      share: undefined,
    });
    expect(denormalize(Stock, '1', entities, inKroner)?.price).toBeUndefined();
    expect(denormalize(Stock, '1', entities)?.price).toBeUndefined();
  });

  it('keeps the values of several lenses side by side, each with its own reference', async () => {
    const { store } = storeKit();
    const { endpoint, calls } = stocksEndpoint('getStocks', [Stock], {
      EUR: [{ id: '1', price: 10 }],
      NOK: [{ id: '1', price: 116 }],
    });
    const euro = await store.fetch(endpoint, { currency: 'EUR' });
    const kroner = await store.fetch(endpoint, { currency: 'NOK' });
    expect([euro[0].price, kroner[0].price]).toEqual([10, 116]);
    expect(store.getState(endpoint, { currency: 'EUR' }).data).toBe(euro);
    expect(store.getState(endpoint, { currency: 'NOK' }).data).toBe(kroner);

    expect(await store.fetchIfStale(endpoint, { currency: 'EUR' })).toBe(euro);
    expect(await store.fetchIfStale(endpoint, { currency: 'NOK' })).toBe(kroner);
    expect(calls).toEqual(['EUR', 'NOK']);
  });

  it('may be shared by several classes, and keeps their values apart', () => {
    class Fund extends Entity {
      id = '';
      price: number | undefined = undefined;
      static override key = 'Fund';
      static override schema = { price };
    }
    const both = { stock: Stock, fund: Fund };
    const answer = { stock: { id: '1', price: 10 }, fund: { id: '1', price: 20 } };
    const { result, entities } = normalize(both, answer, inEuro);
    const read = denormalize(both, result, entities, inEuro);
    expect([read?.stock?.price, read?.fund?.price]).toEqual([10, 20]);
  });

  it('notifies only observers of the changed lens', () => {
    const { store } = storeKit();
    store.set(stockIn, { currency: 'EUR' }, { id: '1', price: 10 });
    const euro = collect(store.query(stockIn, { id: '1', currency: 'EUR' }));
    const kroner = collect(store.query(stockIn, { id: '1', currency: 'NOK' }));
    expect(euro.values.map((stock) => stock?.price)).toEqual([10]);
    store.set(stockIn, { currency: 'NOK' }, { id: '1', price: 116 });
    store.set(stockIn, { currency: 'NOK' }, { id: '1', price: 117 });
    expect(euro.values).toHaveLength(1);
    expect(kroner.values.map((stock) => stock?.price)).toEqual([undefined, 116, 117]);
    euro.stop();
    kroner.stop();
  });

  it('shares values between arguments with the same lens', () => {
    const { store } = storeKit();
    store.set(stockIn, { currency: 'EUR' }, { id: '1', price: 10 });
    const stock = store.get(stockIn, { id: '1', currency: 'EUR' });
    expect(store.get(stockIn, { id: '1', currency: 'EUR', page: 2 })).toBe(stock);
    expect(store.get(stockIn, { id: '1', currency: 'NOK' })).not.toBe(stock);
  });

  it('may be zero, empty, false or null', () => {
    for (const value of [0, '', false, null]) {
      const { entities } = normalize(Stock, { id: '1', price: value }, inEuro);
      expect(denormalize(Stock, '1', entities, inEuro)?.price).toBe(value);
      expect(denormalize(Stock, '1', entities, inKroner)?.price).toBeUndefined();
    }
  });

  it('keeps its value if the response has undefined', () => {
    const { store } = storeKit();
    store.set(stockIn, { currency: 'EUR' }, { id: '1', price: 10, share: 5 });
    store.set(stockIn, { currency: 'EUR' }, { id: '1', price: undefined, share: null });
    expect(store.get(stockIn, { id: '1', currency: 'EUR' })).toMatchObject({
      price: 10,
      share: null,
    });
  });

  it('keeps values apart for odd keys and lenses', () => {
    class Odd extends Entity {
      id = '';
      n = 0;
      static override key = 'A|1';
    }
    class Other extends Odd {
      static override key = 'A';
    }
    const n = new schema.Scalar({ key: 'n', lens: ([{ of }]: readonly [{ of: string }]) => of });
    Odd.schema = { n };
    Other.schema = { n };
    const { store } = storeKit();
    const odd = new schema.Query(Odd, (value, _of: { of: string }) => value.n);
    const other = new schema.Query(Other, (value, _of: { of: string }) => value.n);
    store.set(odd, { of: 'x' }, { id: '2|3', n: 1 });
    store.set(other, { of: 'x' }, { id: '1|2|3', n: 2 });
    store.set(other, { of: '3|x' }, { id: '1|2', n: 3 });
    expect(store.get(odd, { id: '2|3', of: 'x' })).toBe(1);
    expect(store.get(other, { id: '1|2|3', of: 'x' })).toBe(2);
    expect(store.get(other, { id: '1|2', of: '3|x' })).toBe(3);
  });

  it('shows values stored before the member became a Scalar', () => {
    const rows = new Map([['Stock', new Map([['1', { id: '1', price: 7, share: [1, 2] }]])]]);
    expect(denormalize(Stock, '1', rows, inEuro)).toMatchObject({ price: 7, share: [1, 2] });
  });

  it('rejects a response whose arguments have no lens', () => {
    const failure = failureOf(() => normalize(Stock, { id: '1', price: 10 }, [{}]));
    expect([failure.code, failure.message]).toEqual([
      'SB_LENS_MISSING',
      expect.stringContaining('schema.Scalar price'),
    ]);
    expect(normalize(Stock, { id: '1', name: 'Acme' }, [{}]).result).toBe('1');
  });

  it('keeps the newer of two values of one lens, independent of other lenses', async () => {
    const { store } = storeKit();
    const open: Record<string, (price: number) => void> = {};
    const getStocks = new Endpoint(
      ({ currency, at }: { currency: string; at: string }) =>
        new Promise<unknown>((resolve) => {
          open[currency + at] = (value) => resolve([{ id: '1', price: value }]);
        }),
      { name: 'getStocks', schema: [Stock] },
    );
    const older = store.fetch(getStocks, { currency: 'EUR', at: '1' });
    const other = store.fetch(getStocks, { currency: 'NOK', at: '1' });
    const newer = store.fetch(getStocks, { currency: 'EUR', at: '2' });
    open.EUR2(12);
    await newer;
    open.NOK1(116);
    open.EUR1(10);
    await Promise.all([older, other]);
    expect(store.get(stockIn, { id: '1', currency: 'EUR' })?.price).toBe(12);
    expect(store.get(stockIn, { id: '1', currency: 'NOK' })?.price).toBe(116);
  });
});

it('members of one collection show a Scalar with the lens of each observer', async () => {
  const { store } = storeKit();
  const list = new schema.Collection([Stock], { argsKey: () => ({}) });
  const { endpoint } = stocksEndpoint('getStocks', list, {
    EUR: [{ id: '1', price: 10 }],
    NOK: [{ id: '1', price: 116 }],
  });
  const euro = await store.fetch(endpoint, { currency: 'EUR' });
  const kroner = await store.fetch(endpoint, { currency: 'NOK' });
  expect([euro[0].price, kroner[0].price]).toEqual([10, 116]);
  store.set(stockIn, { currency: 'NOK' }, { id: '1', price: 117 });
  expect(store.getState(endpoint, { currency: 'EUR' }).data).toBe(euro);
  expect(store.getState(endpoint, { currency: 'NOK' }).data?.[0].price).toBe(117);
});

describe('an endpoint for an entity with a Scalar', () => {
  const answers = { EUR: { id: '1', price: 10 }, NOK: { id: '1', price: 116 } };
  const getStock = new Endpoint(
    async ({ currency }: { id: string; currency: 'EUR' | 'NOK' }) => answers[currency],
    { name: 'getStock', schema: Stock, lookup: true },
  );

  it('shows the entity at once and fetches the value of an unknown lens', () => {
    const { store } = storeKit();
    store.set(stockIn, { currency: 'EUR' }, { id: '1', name: 'Acme', price: 10 });
    const known = store.getState(getStock, { id: '1', currency: 'EUR' });
    expect([known.status, known.data?.price]).toEqual(['valid', 10]);
    const unknown = store.getState(getStock, { id: '1', currency: 'NOK' });
    expect([unknown.status, unknown.data?.name, unknown.data?.price]).toEqual([
      'stale',
      'Acme',
      undefined,
    ]);
  });
});

describe('a Scalar on its own', () => {
  it('adds columns to known entities, by the name in a map', async () => {
    const { store } = storeKit();
    const { endpoint: getStocks } = stocksEndpoint('getStocks', [Stock], {
      EUR: [{ id: '1', name: 'Acme', price: 10, share: 1 }],
    });
    const { endpoint: getPrices } = stocksEndpoint('getPrices', new schema.Values(columns), {
      NOK: { '1': { price: 116 }, '2': { price: 5 } },
    });
    await store.fetch(getStocks, { currency: 'EUR' });
    const prices = await store.fetch(getPrices, { currency: 'NOK' });
    expect({ ...prices }).toEqual({ '1': { price: 116 }, '2': { price: 5 } });
    const joined = store.get(stockIn, { id: '1', currency: 'NOK' });
    expect([joined?.name, joined?.price, joined?.share]).toEqual(['Acme', 116, undefined]);
  });

  it('belongs to the entity that its item in a list names', () => {
    const { result, entities } = normalize([columns], [{ id: '7', price: 3 }], inEuro);
    expect(denormalize([columns], result, entities, inEuro)).toEqual([{ id: '7', price: 3 }]);
    expect(entities.has('Stock')).toBe(false);
  });

  it('belongs to the entity that entityPk returns', () => {
    const byCode = new schema.Scalar({
      key: 'price',
      lens,
      entity: Stock,
      entityPk: (input) => `code-${(input as { code: string }).code}`,
    });
    const { entities } = normalize([byCode], [{ code: 'A', price: 3 }], inEuro);
    expect([...entities.get('Scalar(price)')!.values()]).toEqual([{ code: 'A', price: 3 }]);
    expect([...entities.get('Scalar(price)')!.keys()]).toEqual(['["Stock","code-A","EUR"]']);
  });

  it('keeps the reference of unchanged columns', async () => {
    const { store } = storeKit();
    const { endpoint } = stocksEndpoint('getPrices', new schema.Values(columns), {
      EUR: { '1': { price: 10 }, '2': { price: 5 } },
    });
    const first = await store.fetch(endpoint, { currency: 'EUR' });
    expect(await store.fetch(endpoint, { currency: 'EUR' })).toBe(first);
    store.setResponse(endpoint, { currency: 'EUR' }, { '1': { price: 11 }, '2': { price: 5 } });
    const next = store.getState(endpoint, { currency: 'EUR' }).data;
    expect(next?.['2']).toBe(first['2']);
    expect(next?.['1']).toEqual({ price: 11 });
  });

  it.each([
    ['without the option entity', [price], [{ price: 1 }], 'SB_ANSWER_SHAPE'],
    ['that are no object', [columns], [5], 'SB_ANSWER_SHAPE'],
    ['of nobody', [columns], [{ price: 1 }], 'SB_PK_MISSING'],
  ])('rejects columns %s', (_what, of, input, code) => {
    expect(failureOf(() => normalize(of, input, inEuro)).code).toBe(code);
  });

  it('cannot be looked up', () => {
    expect(columns.queryKey()).toBeUndefined();
  });
});

it.each<[string, object]>([
  ['a key', { lens }],
  ['a lens', { key: 'price' }],
])('a Scalar cannot be made without %s', (_what, options) => {
  expect(failureOf(() => new schema.Scalar(options as never)).code).toBe('SB_SCHEMA_INVALID');
});

describe('the values of a Scalar during garbage collection', () => {
  it('stay for the lenses in use, with the entities that contain them', async () => {
    const { store, clock } = storeKit({ gcTime: 100, graceTime: 10 });
    const { endpoint } = stocksEndpoint('getStocks', [Stock], {
      EUR: [{ id: '1', price: 10 }],
      NOK: [{ id: '1', price: 116 }],
    });
    const seen = collect(store.observe(endpoint, { currency: 'EUR' }).data$);
    await store.fetch(endpoint, { currency: 'EUR' });
    await store.fetch(endpoint, { currency: 'NOK' });
    clock.advance(10);
    clock.advance(100);
    const cells = [...store.entities$.getValue().entries('Scalar(price)')].map(([pk]) => pk);
    expect(cells).toEqual(['["Stock","1","EUR"]']);
    expect(seen.values.at(-1)?.[0].price).toBe(10);
    seen.stop();
  });
});
