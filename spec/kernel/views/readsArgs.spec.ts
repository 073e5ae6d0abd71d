import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import * as schema from '../../../src/data/schema/index.ts';
import type { DenormalizeDelegate, SchemaMethods } from '../../../src/data/schema/Schema.ts';
import { ann, User } from '../../support/entities.ts';
import { GraphKit } from '../../support/GraphKit.ts';
import { storeKit } from '../../support/storeKit.ts';

const unitIn = (args: readonly unknown[]): string =>
  (args[0] as { unit?: string } | undefined)?.unit ?? 'm';

/** A custom schema for numbers, read in the unit that the args name. */
const inUnit = (readsArgs?: SchemaMethods['readsArgs']): SchemaMethods<string> => ({
  normalize: (input) => input,
  denormalize: (stored, delegate) => `${String(stored)} ${unitIn(delegate.args)}`,
  queryKey: () => undefined,
  ...(readsArgs !== undefined && { readsArgs }),
});
const byArgs = inUnit(true);
const byKey = inUnit(unitIn);

/** A custom schema that reads another one. */
const around = (inner: unknown, members: Partial<SchemaMethods> = {}): SchemaMethods => ({
  normalize: (input, parent, key, delegate) => delegate.visit(inner, input, parent, key),
  denormalize: (stored: unknown, delegate: DenormalizeDelegate) => delegate.unvisit(inner, stored),
  queryKey: () => undefined,
  ...members,
});

class Hill extends Entity {
  id = '';
  name = '';
  height = '';
  static override key = 'Hill';
}

type Params = { unit: string; page?: number };

/** Walks over hills whose height has the schema. */
function walksOver(height: SchemaMethods | undefined) {
  class Measured extends Hill {
    static override schema = height ? { height } : {};
  }
  class Walk extends Entity {
    id = '';
    hills: Measured[] = [];
    static override key = 'Walk';
    static override schema = { hills: [Measured] };
  }
  const getAll = new Endpoint(
    async (_params: Params) => [{ id: 'w', hills: [{ id: '1', name: 'Fell', height: 900 }] }],
    { name: 'getWalks', schema: new schema.All(Walk) },
  );
  return { Measured, Walk, getAll };
}

describe.each([
  ['reads all args', byArgs],
  ['reads a part of the args', byKey],
])('a custom schema that %s', (_what, height) => {
  const { Measured, Walk, getAll } = walksOver(height);

  it('gets the args of each read, deep within other schemas', async () => {
    const { store } = storeKit();
    const metres = await store.fetch(getAll, { unit: 'm' });
    const feet = await store.fetch(getAll, { unit: 'ft' });
    expect(metres[0].hills[0].height).toBe('900 m');
    expect(feet[0].hills[0].height).toBe('900 ft');
    expect(store.getState(getAll, { unit: 'm' }).data).toBe(metres);
    expect(store.getState(getAll, { unit: 'ft' }).data).toBe(feet);
  });

  it('keeps the values for other args apart when all of them change', async () => {
    const { store } = storeKit();
    await store.fetch(getAll, { unit: 'm' });
    await store.fetch(getAll, { unit: 'ft' });
    store.set(Measured, { id: '1', height: 901 });
    store.set(Walk, { id: 'x', hills: ['1'] });
    for (const unit of ['m', 'ft', 'm']) {
      const { data } = store.getState(getAll, { unit });
      expect(data?.map(({ hills }) => hills[0].height)).toEqual([`901 ${unit}`, `901 ${unit}`]);
    }
  });

  it('gets them also if the entity existed before the member', async () => {
    const { store } = storeKit();
    store.set(Walk, { id: 'w', hills: [{ id: '1', name: 'Fell' }] });
    const walks = (unit: string) => store.getState(getAll, { unit }).data;
    const release = ['m', 'ft'].map((unit) => store.select(getAll, { unit }).subscribe());
    expect(walks('m')).toEqual(walks('ft'));
    store.set(Measured, { id: '1', height: 5 });
    expect(walks('m')?.[0].hills[0].height).toBe('5 m');
    expect(walks('ft')?.[0].hills[0].height).toBe('5 ft');
    store.set(Measured, { id: '1', height: 6 });
    expect(walks('ft')?.[0].hills[0].height).toBe('6 ft');
    expect(walks('m')?.[0].hills[0].height).toBe('6 m');
    for (const each of release) each.unsubscribe();
  });
});

it('a schema that reads a part of the args is shared by all reads with the same part', async () => {
  const { getAll } = walksOver(byKey);
  const { store } = storeKit();
  const first = await store.fetch(getAll, { unit: 'm', page: 1 });
  const second = await store.fetch(getAll, { unit: 'm', page: 2 });
  expect(second).toBe(first);
});

it('entities that read no args are shared by all reads', async () => {
  const { getAll } = walksOver(undefined);
  const { store } = storeKit();
  const metres = await store.fetch(getAll, { unit: 'm' });
  expect(await store.fetch(getAll, { unit: 'ft' })).toBe(metres);
});

it('a schema that contains several that read args is shared if all parts are equal', () => {
  const pageIn = (args: readonly unknown[]) => (args[0] as Params).page;
  const paged: SchemaMethods = {
    normalize: (input) => input,
    denormalize: (_stored, delegate) => pageIn(delegate.args),
    queryKey: () => undefined,
    readsArgs: pageIn,
  };
  const kit = new GraphKit();
  const both = { page: paged, height: byKey };
  const stored = kit.store(both, { page: 0, height: 1 });
  const read = (args: object) => kit.view(both, stored, [args]).read();
  expect(read({ unit: 'm', page: 1, x: 1 })).toBe(read({ unit: 'm', page: 1, x: 2 }));
  expect(read({ unit: 'm', page: 2 })).toEqual({ page: 2, height: '1 m' });
  expect(read({ unit: 'ft', page: 2 })).toEqual({ page: 2, height: '1 ft' });
});

it('args without a canonical text equal only themselves', async () => {
  const { Measured } = walksOver(byArgs);
  const { store } = storeKit();
  const endpoint = new Endpoint(
    async (_params: { unit: string; done: () => void }) => [{ id: '1', height: 900 }],
    { name: 'odd', key: ({ unit }) => unit, schema: [Measured] },
  );
  const hills = await store.fetch(endpoint, { unit: 'm', done: () => {} });
  expect(hills[0].height).toBe('900 m');
  expect((await store.fetch(endpoint, { unit: 'ft', done: () => {} }))[0].height).toBe('900 ft');
});

describe('a schema of your own', () => {
  const read = (outer: unknown, value: unknown): unknown => {
    const kit = new GraphKit();
    kit.set([User, ann]);
    return kit.view(outer, value, [{ unit: 'ft' }]).read();
  };

  it('cannot read the args without declaring it', () => {
    const undeclared = inUnit();
    expect(() => read({ height: undeclared }, { height: 3 })).toThrow(/SB_ARGS_UNDECLARED/);
  });

  it('reads the args of the schemas that it names in `schema`, and of no others', () => {
    const members = { height: byKey };
    const stored = { height: 3 };
    expect(read([around(members, { schema: members })], [stored])).toEqual([{ height: '3 ft' }]);
    expect(read([around(members, { readsArgs: true })], [stored])).toEqual([{ height: '3 ft' }]);
    expect(() => read([around(members)], [stored])).toThrow(/SB_ARGS_UNDECLARED/);
  });

  it('reads no args within a Query unless the schema around it says so', () => {
    const name = new schema.Query(User, (user, by: { unit: string }) => user.name + by.unit);
    expect(read([around(name, { schema: name })], ['1'])).toEqual(['Annft']);
    expect(() => read([around(name)], ['1'])).toThrow(/SB_ARGS_UNDECLARED/);
  });

  it('may contain itself', () => {
    class Folder extends Entity {
      id = '';
      size = '';
      folders: Folder[] = [];
      static override readonly key = 'Folder';
      static override get schema(): Record<string, unknown> {
        return { folders: [Folder], size: byKey };
      }
    }
    const kit = new GraphKit();
    kit.set([Folder, { id: '1', size: 1, folders: [{ id: '2', size: 2, folders: ['1'] }] }]);
    const folderIn = (unit: string) => kit.view<Folder>(Folder, '2', [{ unit }]).read();
    const [metres, feet] = [folderIn('m'), folderIn('ft')];
    expect([metres.size, feet.size]).toEqual(['2 m', '2 ft']);
    expect(feet.folders[0].folders[0]).toBe(feet);
    expect(folderIn('m')).toBe(metres);
  });
});
