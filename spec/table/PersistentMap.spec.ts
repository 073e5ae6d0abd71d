import * as fc from 'fast-check';
import { PersistentMap } from '../../src/table/PersistentMap.ts';
import { SlotTree } from '../../src/table/SlotTree.ts';

const one = { is: 1 };
const two = { is: 2 };

describe('PersistentMap', () => {
  it('reads what was set', () => {
    const map = PersistentMap.empty<object>().set('a', one);
    expect(map.get('a')).toBe(one);
    expect(map.has('a')).toBe(true);
    expect(map.has('b')).toBe(false);
    expect(map.size).toBe(1);
  });

  it('leaves earlier maps as they were', () => {
    const first = PersistentMap.empty<object>().set('a', one);
    const second = first.set('a', two).set('b', two).delete('a');
    expect([...first.entries()]).toEqual([['a', one]]);
    expect([...second.entries()]).toEqual([['b', two]]);
  });

  it('is the same map after a write that changes nothing', () => {
    const map = PersistentMap.empty<object>().set('a', one);
    expect(map.set('a', one)).toBe(map);
    expect(map.delete('b')).toBe(map);
    expect(map.draft().commit()).toBe(map);
  });

  it('keeps the position of a key that is set again and puts a deleted one last', () => {
    let map = PersistentMap.empty<object>().set('a', one).set('b', one);
    map = map.set('a', two);
    expect([...map.entries()].map(([key]) => key)).toEqual(['a', 'b']);
    map = map.delete('a').set('a', one);
    expect([...map.entries()].map(([key]) => key)).toEqual(['b', 'a']);
  });

  it('makes one map of many writes', () => {
    const draft = PersistentMap.empty<object>().draft();
    draft.set('a', one);
    draft.set('b', two);
    expect(draft.has('b')).toBe(true);
    draft.delete('a');
    draft.delete('unknown');
    expect(draft.get('a')).toBeUndefined();
    expect(draft.size).toBe(1);
    expect([...draft.commit().entries()]).toEqual([['b', two]]);
  });

  it('does not grow when a branch is rebuilt again and again', () => {
    let map = PersistentMap.empty<object>();
    for (let i = 0; i < 1000; i++) map = map.set(`k${i}`, one);
    for (let i = 0; i < 900; i++) map.set('branch', { i });
    map = map.set('last', one);
    const leafAt = jest.spyOn(SlotTree.prototype, 'leafAt');
    const keys = [...map.entries()].map(([key]) => key);
    const { length } = leafAt.mock.calls;
    leafAt.mockRestore();
    expect(keys).toHaveLength(1001);
    expect(length).toBeLessThan(1001 + 35);
  });

  it('behaves like a Map, and so does every version before, on every branch', () => {
    const key = fc.oneof(
      fc.constantFrom('__proto__', 'constructor', 'toString', ''),
      fc.nat(50).map(String),
    );
    const write = fc.tuple(key, fc.option(fc.constantFrom(one, two), { nil: undefined }));
    const edit = fc.tuple(fc.nat(4), fc.array(write, { maxLength: 40, size: 'max' }));
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20, size: 'max' }), (edits) => {
        const versions = [{ map: PersistentMap.empty<object>(), model: new Map<string, object>() }];
        for (const [back, writes] of edits) {
          const origin = versions[Math.max(versions.length - 1 - back, 0)];
          const model = new Map(origin.model);
          const draft = origin.map.draft();
          for (const [name, value] of writes) {
            if (value === undefined) {
              model.delete(name);
              draft.delete(name);
            } else {
              model.set(name, value);
              draft.set(name, value);
            }
          }
          versions.push({ map: draft.commit(), model });
        }
        for (const { map, model } of versions) {
          expect([...map.entries()]).toEqual([...model]);
          expect(map.size).toBe(model.size);
          expect([...model.keys()].map((name) => map.get(name))).toEqual([...model.values()]);
          expect(map.get('__proto__')).toBe(model.get('__proto__'));
        }
      }),
      { numRuns: 100 },
    );
  });
});
