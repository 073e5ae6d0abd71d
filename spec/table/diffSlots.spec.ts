import * as fc from 'fast-check';
import { diffSlots } from '../../src/table/diffSlots.ts';
import { SlotVector } from '../../src/table/SlotVector.ts';

function vectorOf(count: number): SlotVector<number> {
  const draft = SlotVector.empty<number>().draft();
  for (let i = 0; i < count; i++) draft.push(i);
  return draft.freeze();
}

function difference(before: SlotVector<number>, after: SlotVector<number>) {
  const found: [slot: number, value: number | undefined, previous: number | undefined][] = [];
  diffSlots(before, after, (slot, value, previous) => found.push([slot, value, previous]));
  return found.sort((a, b) => a[0] - b[0]);
}

describe('diffSlots', () => {
  it('finds nothing between a vector and itself', () => {
    const vector = vectorOf(3000);
    expect(difference(vector, vector)).toEqual([]);
    expect(difference(SlotVector.empty(), SlotVector.empty())).toEqual([]);
  });

  it('finds each slot that differs, with both values', () => {
    const before = vectorOf(3000);
    const draft = before.draft();
    draft.set(7, -7);
    draft.set(2999, undefined);
    draft.push(3000);
    expect(difference(before, draft.freeze())).toEqual([
      [7, -7, 7],
      [2999, undefined, 2999],
      [3000, 3000, undefined],
    ]);
  });

  it.each([
    [0, 1],
    [0, 40],
    [32, 33],
    [1056, 1057],
    [10, 40_000],
  ])('compares vectors of %d and %d slots', (short, long) => {
    const added = Array.from({ length: long - short }, (_, i) => short + i);
    expect(difference(vectorOf(short), vectorOf(long)).map(([slot]) => slot)).toEqual(added);
    expect(difference(vectorOf(long), vectorOf(short)).map(([slot]) => slot)).toEqual(added);
  });

  it('agrees with a comparison slot by slot', () => {
    const slots = fc.array(fc.tuple(fc.nat(1300), fc.option(fc.nat(3), { nil: undefined })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.nat(1200), slots, slots, (count, first, second) => {
        const common = vectorOf(count);
        const [before, after] = [first, second].map((sets) => {
          const draft = common.draft();
          for (const [slot, value] of sets) draft.set(slot, value);
          return draft.freeze();
        });
        const expected: unknown[] = [];
        for (let slot = 0; slot < Math.max(before.length, after.length); slot++) {
          const [value, previous] = [after.get(slot), before.get(slot)];
          if (value !== previous) expected.push([slot, value, previous]);
        }
        expect(difference(before, after)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });
});
