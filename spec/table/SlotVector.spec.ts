import * as fc from 'fast-check';
import type { SlotTree } from '../../src/table/SlotTree.ts';
import { SlotVector } from '../../src/table/SlotVector.ts';
import { nodesOf } from './nodesOf.ts';

function vectorOf(count: number): SlotVector<number> {
  const draft = SlotVector.empty<number>().draft();
  for (let i = 0; i < count; i++) draft.push(i);
  return draft.freeze();
}

function toArray<T>(tree: SlotTree<T>): (T | undefined)[] {
  return Array.from({ length: tree.length }, (_, slot) => tree.get(slot));
}

describe('SlotVector', () => {
  it('is empty at first', () => {
    expect(SlotVector.empty().length).toBe(0);
    expect(SlotVector.empty().get(0)).toBeUndefined();
    expect([...SlotVector.empty().slots()]).toEqual([]);
  });

  it.each([1, 31, 32, 33, 64, 1023, 1024, 1025, 1056, 1057, 32_768, 32_800, 32_801, 40_000])(
    'reads back %d values',
    (count) => {
      const vector = vectorOf(count);
      expect(vector.length).toBe(count);
      expect(toArray(vector)).toEqual(Array.from({ length: count }, (_, i) => i));
    },
  );

  it('reads nothing beyond the end and nothing for -1', () => {
    const vector = vectorOf(40);
    expect(vector.get(40)).toBeUndefined();
    expect(vector.get(41)).toBeUndefined();
    expect(vector.get(5000)).toBeUndefined();
    expect(vector.get(-1)).toBeUndefined();
  });

  it('visits slots from the given one on, in steps', () => {
    const visited: number[] = [];
    vectorOf(70).forEach((_, slot) => visited.push(slot), 60, 2);
    expect(visited).toEqual([60, 62, 64, 66, 68]);
    expect([...vectorOf(5).slots(2)]).toEqual([0, 2, 4]);
  });

  it('is its own frozen form', () => {
    const vector = vectorOf(3);
    expect(vector.freeze()).toBe(vector);
  });

  it('copies one path for one write, whatever the length', () => {
    for (const [count, nodes] of [
      [20, 1],
      [1000, 2],
      [30_000, 3],
      [100_000, 4],
    ] as const) {
      const vector = vectorOf(count);
      const shared = nodesOf(vector);
      const draft = vector.draft();
      draft.set(7, -1);
      const copied = [...nodesOf(draft.freeze())].filter((node) => !shared.has(node));
      expect(copied).toHaveLength(nodes);
    }
  });

  it('behaves like an array, and so does every version before', () => {
    const edit = fc.record({
      from: fc.nat(),
      sets: fc.array(fc.tuple(fc.nat(2200), fc.option(fc.nat(9), { nil: undefined })), {
        maxLength: 8,
      }),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12, size: 'max' }), (edits) => {
        const versions = [{ vector: SlotVector.empty<number>(), array: [] as unknown[] }];
        for (const { from, sets } of edits) {
          const origin = versions[from % versions.length];
          const draft = origin.vector.draft();
          const array = [...origin.array];
          for (const [slot, value] of sets) {
            draft.set(slot, value);
            while (array.length <= slot) array.push(undefined);
            array[slot] = value;
          }
          versions.push({ vector: draft.freeze(), array });
        }
        for (const { vector, array } of versions) {
          expect(vector.length).toBe(array.length);
          expect([...vector.slots()]).toEqual(
            [...array.keys()].filter((slot) => array[slot] !== undefined),
          );
          vector.forEach((value, slot) => {
            if (array[slot] !== value) throw new Error(`Slot ${slot} holds ${value}.`);
          });
        }
      }),
      { numRuns: 100 },
    );
  });
});
