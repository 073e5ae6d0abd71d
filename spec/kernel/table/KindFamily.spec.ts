import * as fc from 'fast-check';
import { KindFamily } from '../../../src/kernel/table/KindFamily.ts';
import { draftOf, meta, noRows } from './rowsOf.ts';

describe('KindFamily', () => {
  it('gives every key a slot of its own, after all others', () => {
    const family = new KindFamily(0);
    for (let i = 0; i < 100; i++) expect(family.add(`k${i}`, undefined, i)).toBe(i);
    expect(family.pk(0)).toBe('k0');
    expect(family.pk(99)).toBe('k99');
    expect(family.entry('k99')).toBe(99);
    expect(family.entry('unknown')).toBeUndefined();
  });

  it('treats special names as ordinary keys', () => {
    const family = new KindFamily(0);
    expect(family.entry('__proto__')).toBeUndefined();
    expect(family.entry('constructor')).toBeUndefined();
    family.add('__proto__', undefined, 0);
    expect(family.entry('__proto__')).toBe(0);
    expect(family.entry('constructor')).toBeUndefined();
  });

  it('keeps the earlier slots of a key', () => {
    const family = new KindFamily(0);
    family.add('a', family.entry('a'), 0);
    family.add('b', family.entry('b'), 0);
    family.add('a', family.entry('a'), 0);
    family.add('a', family.entry('a'), 0);
    expect(family.entry('a')).toEqual([0, 2, 3]);
  });

  it('finds keys in insertion order without a look-up, and in any other order', () => {
    const family = new KindFamily(0);
    const keys = Array.from({ length: 70 }, (_, i) => `k${i}`);
    keys.forEach((key, i) => family.add(key, undefined, i));
    const lookUps = jest.spyOn(Map.prototype, 'get');
    const found = keys.map((key) => family.entry(key));
    const count = lookUps.mock.calls.length;
    lookUps.mockRestore();
    expect(found).toEqual(keys.map((_, i) => i));
    expect(count).toBe(2);
    expect(
      ['k5', 'k6', 'k7', 'k9', 'k8', 'none', 'k69', 'k0'].map((key) => family.entry(key)),
    ).toEqual([5, 6, 7, 9, 8, undefined, 69, 0]);
  });

  it('finds all slots of a key, whatever the order of additions and look-ups', () => {
    const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 30 });
    fc.assert(
      fc.property(keys, keys, (added, lookedUp) => {
        const family = new KindFamily(0);
        const slots = new Map<string, number[]>();
        let count = 0;
        for (const key of added) {
          family.add(key, family.entry(key), count);
          slots.set(key, [...(slots.get(key) ?? []), count++]);
        }
        for (const key of lookedUp) {
          const known = slots.get(key);
          expect(family.entry(key)).toEqual(known?.length === 1 ? known[0] : known);
        }
      }),
    );
  });

  it('finds the newest slot a snapshot knows', () => {
    const draft = draftOf(noRows());
    const { family } = draft;
    for (const pk of ['a', 'b', 'a', 'c', 'a', 'c']) family.add(pk, family.entry(pk), 0);
    const slots = () => ['a', 'b', 'c', 'unknown'].map((pk) => draft.slotOf(pk));
    expect(slots()).toEqual([-1, 1, -1, -1]);
    draft.set(0, {}, meta);
    draft.set(3, {}, meta);
    expect(slots()).toEqual([0, 1, 3, -1]);
    draft.set(4, {}, meta);
    draft.set(3, undefined, undefined);
    expect(slots()).toEqual([4, 1, -1, -1]);
  });

  it('starts compaction when half of its slots are unused, with a minimum, once per doubling', () => {
    const family = new KindFamily(0);
    for (let i = 0; i < 40; i++) family.add(`k${i}`, undefined, i);
    expect(family.startCompaction(20)).toBe(false);
    expect(family.startCompaction(8)).toBe(false);
    expect(family.startCompaction(7)).toBe(true);
    expect(family.startCompaction(0)).toBe(false);
    for (let i = 40; i < 80; i++) family.add(`k${i}`, undefined, i);
    expect(family.startCompaction(40)).toBe(false);
    expect(family.startCompaction(39)).toBe(true);
  });
});
