import { Endpoint } from '../../src/endpoint/Endpoint.ts';
import { Entity } from '../../src/schema/Entity.ts';
import * as schema from '../../src/schema/index.ts';
import type { DenormalizeDelegate, SchemaMethods } from '../../src/schema/Schema.ts';
import { storeKit } from '../support/storeKit.ts';

/** A schema of one's own for numbers, read in the unit that the arguments name. */
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
  ['asks for all arguments', byArgs],
  ['asks for a part of the arguments', byKey],
])('a schema of one’s own that %s', (_what, height) => {
  it('is given those of each reader, deep within other schemas', async () => {
    Hill.schema = { height };
    const { store } = storeKit();
    const metres = await store.fetch(getAll, { unit: 'm' });
    const feet = await store.fetch(getAll, { unit: 'ft' });
    expect(metres[0].hills[0].height).toBe('900 m');
    expect(feet[0].hills[0].height).toBe('900 ft');
    expect(store.getState(getAll, { unit: 'm' }).data).toBe(metres);
    expect(store.getState(getAll, { unit: 'ft' }).data).toBe(feet);
  });

  it('leaves readers with other arguments as they are when they all change', async () => {
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

  it('is given them also where the entity was there before the member', async () => {
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

it('a schema that asks for a part of the arguments is shared by all for whom that is the same', async () => {
  Hill.schema = { height: byKey };
  const { store } = storeKit();
  const first = await store.fetch(getAll, { unit: 'm', page: 1 });
  const second = await store.fetch(getAll, { unit: 'm', page: 2 });
  expect(second).toBe(first);
});

it('entities that ask for no arguments are shared by all', async () => {
  const { store } = storeKit();
  const metres = await store.fetch(getAll, { unit: 'm' });
  expect(await store.fetch(getAll, { unit: 'ft' })).toBe(metres);
});

it('arguments without a canonical text are only equal to themselves', async () => {
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
