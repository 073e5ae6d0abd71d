import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import * as schema from '../../../src/data/schema/index.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { storeKit } from '../../support/storeKit.ts';

type In = 'EUR' | 'USD';
const lens = ([{ currency }]: readonly [{ currency?: In }]) => currency;
const price = new schema.Scalar({ key: 'price', lens });

class Seat extends Entity {
  id = '';
  row = '';
  price: number | null | undefined = undefined;
  fee: number | null | undefined = undefined;
  static override key = 'Seat';
  static override indexes = ['row'] as const;
  static override schema = { price, fee: price };
}
const columns = new schema.Scalar({ key: 'price', lens, entity: Seat });

/** Endpoints of a server that has seat 1 with the price 9 and the fee 1. */
function seatServer() {
  const requests: unknown[] = [];
  const getSeat = new Endpoint(
    async (args: { id?: string; row?: string; currency: In }) => {
      requests.push(args);
      return { id: '1', row: 'A', price: 9, fee: 1 };
    },
    { name: 'getSeat', schema: Seat, lookup: true },
  );
  const getSeats = new Endpoint(async (_in: { currency?: In }): Promise<object[]> => [], {
    name: 'getSeats',
    schema: [Seat],
  });
  const getPrices = new Endpoint(async (_in: { currency: In }): Promise<object> => ({}), {
    name: 'getPrices',
    schema: new schema.Values(columns),
  });
  const inEuro = (store: Store, args: { id: string } | { row: string } = { id: '1' }) => {
    const { data, status } = store.getState(getSeat, { ...args, currency: 'EUR' });
    return [status, data?.price, data?.fee];
  };
  return { getPrices, getSeat, getSeats, inEuro, requests };
}

const [eur, usd] = [{ currency: 'EUR' }, { currency: 'USD' }] as const;

describe('an endpoint for one known entity with two Scalars', () => {
  it.each<[string, (store: Store, server: ReturnType<typeof seatServer>) => void]>([
    [
      'columns',
      (store, { getPrices }) => {
        store.setResponse(getPrices, eur, { 1: { price: 9 } });
      },
    ],
    [
      'columns with undefined',
      (store, { getPrices }) => {
        store.setResponse(getPrices, eur, { 1: { price: 9, fee: undefined } });
      },
    ],
    [
      'a list',
      (store, { getSeats }) => {
        store.setResponse(getSeats, eur, [{ id: '1', price: 9 }]);
      },
    ],
  ])('is stale while %s brought one of them', (_what, bring) => {
    const { store } = storeKit();
    const server = seatServer();
    store.setResponse(server.getSeats, usd, [{ id: '1', row: 'A', price: 1, fee: 2 }]);
    bring(store, server);
    expect(server.inEuro(store)).toEqual(['stale', 9, undefined]);
    expect(server.inEuro(store, { row: 'A' })).toEqual(['stale', 9, undefined]);
    store.setResponse(server.getPrices, eur, { 1: { fee: null } });
    expect(server.inEuro(store)).toEqual(['valid', 9, null]);
  });

  it('fetches the missing one once', async () => {
    const { store } = storeKit();
    const { getPrices, getSeat, getSeats, requests } = seatServer();
    store.setResponse(getSeats, usd, [{ id: '1', price: 1, fee: 2 }]);
    store.setResponse(getPrices, eur, { 1: { price: 9 } });
    const args = { id: '1', ...eur };
    expect((await store.fetchIfStale(getSeat, args)).fee).toBe(1);
    expect((await store.fetchIfStale(getSeat, args)).fee).toBe(1);
    expect(requests).toEqual([args]);
  });

  it('is valid if no response has ever had the other one', () => {
    const { store } = storeKit();
    const { getSeats, inEuro } = seatServer();
    store.setResponse(getSeats, eur, [{ id: '1', price: 9 }]);
    expect(inEuro(store)).toEqual(['valid', 9, undefined]);
  });
});

describe('an endpoint for one entity whose record has no prices', () => {
  it.each([
    ['before', true],
    ['after', false],
  ])(
    'is stale if the columns come %s the entity, and shows them once fetched',
    async (_, first) => {
      const { store } = storeKit();
      const { getPrices, getSeat, getSeats, inEuro } = seatServer();
      const bringPrices = () => {
        store.setResponse(getPrices, eur, { 1: { price: 9, fee: 1 } });
      };
      if (first) bringPrices();
      store.setResponse(getSeats, {}, [{ id: '1', row: 'A' }]);
      if (!first) bringPrices();
      expect(inEuro(store)).toEqual(['stale', undefined, undefined]);
      expect(inEuro(store, { row: 'A' })).toEqual(['stale', undefined, undefined]);
      await store.fetchIfStale(getSeat, { id: '1', ...eur });
      expect(inEuro(store)).toEqual(['valid', 9, 1]);
    },
  );

  it('is stale if only one of two members has no price', () => {
    const { store } = storeKit();
    const { getPrices, getSeats, inEuro } = seatServer();
    store.setResponse(getSeats, usd, [{ id: '1', price: 1 }]);
    store.setResponse(getPrices, eur, { 1: { price: 9, fee: 1 } });
    expect(inEuro(store)).toEqual(['stale', 9, undefined]);
  });
});

describe('after a change of the primary key', () => {
  const update = new Endpoint(async (_: { id: string }, body: object) => body, {
    name: 'update',
    schema: Seat,
    sideEffect: true,
    lookup: true,
  });

  it.each(['1', 'a'])('an endpoint for the key %s is valid with the known prices', async (id) => {
    const { store } = storeKit();
    const { getSeats, inEuro } = seatServer();
    store.setResponse(getSeats, eur, [{ id: '1', price: 9, fee: 1 }]);
    await store.fetch(update, { id: '1' }, { id: 'a', row: 'A' });
    expect(inEuro(store, { id })).toEqual(['valid', 9, 1]);
  });
});
