import { Endpoint } from '../../src/endpoint/Endpoint.ts';
import { Entity } from '../../src/schema/Entity.ts';
import * as schema from '../../src/schema/index.ts';
import type { DenormalizeDelegate, SchemaMethods } from '../../src/schema/Schema.ts';
import { storeKit } from '../support/storeKit.ts';

/** A custom schema for numbers, read in the unit that the args name. */
const inUnit = (unitOf: (delegate: DenormalizeDelegate) => string): SchemaMethods<string> => ({
  normalize: (input) => input,
  denormalize: (stored, delegate) => `${String(stored)} ${unitOf(delegate)}`,
  queryKey: () => undefined,
});

const unitIn = (args: readonly unknown[]) =>
  (args[0] as { unit?: string } | undefined)?.unit ?? 'm';
const byKey = inUnit((delegate) => delegate.argsKey(unitIn) ?? '');
const byArgs = inUnit((delegate) => unitIn(delegate.args));

class Hill extends Entity {
  id = '';
  name = '';
  height = '';
  static override key = 'Hill';
}
class Walk extends Entity {
  id = '';
  hills: Hill[] = [];
  static override key = 'Walk';
  static override schema = { hills: [Hill] };
}

type Params = { unit: string; page?: number };
const getWalks = new Endpoint(
  async (_params: Params) => [{ id: 'w', hills: [{ id: '1', name: 'Fell', height: 900 }] }],
  { name: 'getWalks', schema: { walks: new schema.All(Walk) } },
);
const getAll = getWalks.extend({ schema: new schema.All(Walk) });

afterEach(() => {
  Hill.schema = {};
});

describe.each([
  ['uses all args', byArgs],
  ['uses a part of the args', byKey],
])('a custom schema that %s', (_what, height) => {
  it('gets the args of each read, deep within other schemas', async () => {
    Hill.schema = { height };
    const { store } = storeKit();
    const metres = await store.fetch(getAll, { unit: 'm' });
    const feet = await store.fetch(getAll, { unit: 'ft' });
    expect(metres[0].hills[0].height).toBe('900 m');
    expect(feet[0].hills[0].height).toBe('900 ft');
    expect(store.getState(getAll, { unit: 'm' }).data).toBe(metres);
    expect(store.getState(getAll, { unit: 'ft' }).data).toBe(feet);
  });

  it('keeps the values for other args apart when all of them change', async () => {
    Hill.schema = { height };
    const { store } = storeKit();
    await store.fetch(getAll, { unit: 'm' });
    await store.fetch(getAll, { unit: 'ft' });
    store.set(Hill, { id: '1', height: 901 });
    store.set(Walk, { id: 'x', hills: ['1'] });
    for (const unit of ['m', 'ft', 'm']) {
      const { data } = store.getState(getAll, { unit });
      expect(data?.map(({ hills }) => hills[0].height)).toEqual([`901 ${unit}`, `901 ${unit}`]);
    }
  });

  it('gets them also if the entity existed before the member', async () => {
    Hill.schema = { height };
    const { store } = storeKit();
    store.set(Walk, { id: 'w', hills: [{ id: '1', name: 'Fell' }] });
    const walks = (unit: string) => store.getState(getAll, { unit }).data;
    const release = ['m', 'ft'].map((unit) => store.select(getAll, { unit }).subscribe());
    expect(walks('m')).toBe(walks('ft'));
    store.set(Hill, { id: '1', height: 5 });
    expect(walks('m')?.[0].hills[0].height).toBe('5 m');
    expect(walks('ft')?.[0].hills[0].height).toBe('5 ft');
    store.set(Hill, { id: '1', height: 6 });
    expect(walks('ft')?.[0].hills[0].height).toBe('6 ft');
    expect(walks('m')?.[0].hills[0].height).toBe('6 m');
    for (const each of release) each.unsubscribe();
  });
});

it('a schema that uses a part of the args is shared by all reads with the same part', async () => {
  Hill.schema = { height: byKey };
  const { store } = storeKit();
  const first = await store.fetch(getAll, { unit: 'm', page: 1 });
  const second = await store.fetch(getAll, { unit: 'm', page: 2 });
  expect(second).toBe(first);
});

it('entities that use no args are shared by all reads', async () => {
  const { store } = storeKit();
  const metres = await store.fetch(getAll, { unit: 'm' });
  expect(await store.fetch(getAll, { unit: 'ft' })).toBe(metres);
});

it('args without a canonical text equal only themselves', async () => {
  Hill.schema = { height: byArgs };
  const { store } = storeKit();
  const endpoint = new Endpoint(
    async (_params: { unit: string; done: () => void }) => [{ id: '1', height: 900 }],
    { name: 'odd', key: ({ unit }) => unit, schema: [Hill] },
  );
  const hills = await store.fetch(endpoint, { unit: 'm', done: () => {} });
  expect(hills[0].height).toBe('900 m');
  expect((await store.fetch(endpoint, { unit: 'ft', done: () => {} }))[0].height).toBe('900 ft');
});
