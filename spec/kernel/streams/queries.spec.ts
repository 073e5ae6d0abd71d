import { Entity } from '../../../src/data/schema/Entity.ts';
import type { SchemaMethods } from '../../../src/data/schema/Schema.ts';
import { ann, User } from '../../support/entities.ts';
import { collect } from '../../support/collect.ts';
import { storeKit } from '../../support/storeKit.ts';

/** Its value contains the args that it is read with. */
const reader: SchemaMethods<string> = {
  normalize: (input) => input,
  readsArgs: true,
  denormalize: (_stored, delegate) => JSON.stringify(delegate.args),
  queryKey: () => undefined,
};

class Note extends Entity {
  id = '';
  reader = '';
  static override key = 'Note';
  static override schema = { reader };
}

describe('queries that name one entity by different arguments', () => {
  const ways = [['1'], [{ id: '1' }], [{ id: '1', lang: 'de' }], [{ id: '1', page: [2] }]] as const;

  it.each([
    ['in this order', ways],
    ['in the other order', ways.map((_, i) => ways.at(-1 - i)!)],
  ])('have separate values, %s', (_order, each) => {
    const { store } = storeKit();
    store.set(Note, { id: '1', reader: 'x' });
    const shown = each.map((args) => collect(store.query(Note, ...(args as [string]))));
    const texts = each.map((args) => JSON.stringify(args));
    expect(shown.map(({ values }) => values.at(-1)?.reader)).toEqual(texts);
    expect(each.map((args) => store.get(Note, ...(args as [string]))?.reader)).toEqual(texts);
    store.set(Note, { id: '1', reader: 'y' });
    expect(shown.map(({ values }) => values.at(-1)?.reader)).toEqual(texts);
    for (const { values } of shown) expect(values.length).toBeGreaterThan(0);
  });

  it('are notified separately, and released separately', () => {
    const { store } = storeKit({ graceTime: 0 });
    store.set(User, ann);
    const all = ways.map((args) => collect(store.query(User, ...(args as [string]))));
    expect(store.stats().subscribers).toBe(ways.length);
    store.set(User, { ...ann, name: 'Anna' });
    for (const { values } of all) {
      expect(values.map((user) => user?.name)).toEqual([ann.name, 'Anna']);
    }
    for (const one of all) one.stop();
    expect(store.stats().subscribers).toBe(0);
  });
});

it.each(['[', '["1"]', '[{"id":"1"}]', '__proto__'])('the primary key %s is ordinary', (id) => {
  const { store } = storeKit();
  store.set(User, { ...ann, id });
  store.set(User, { ...ann, id: '1', name: 'other' });
  const [bare, named, one] = [id, { id }, '1'].map((arg) => collect(store.query(User, arg)));
  expect(bare.values.at(-1)?.id).toBe(id);
  expect(named.values.at(-1)).toBe(bare.values.at(-1));
  expect(one.values.at(-1)?.name).toBe('other');
});

it('arguments that make no key are refused, even if they identify an entity', () => {
  const { store } = storeKit();
  store.set(User, ann);
  const args = { id: ann.id, done: () => {} };
  expect(() => store.get(User, args as { id: string })).toThrow('SB_KEY_UNSUPPORTED');
});
