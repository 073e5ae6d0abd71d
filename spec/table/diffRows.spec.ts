import * as fc from 'fast-check';
import { diffRows } from '../../src/table/diffRows.ts';
import { RowVector } from '../../src/table/RowVector.ts';
import { RowVectorDraft } from '../../src/table/RowVectorDraft.ts';
import { metaAt } from './metaAt.ts';
import { meta, vectorOf } from './vectorOf.ts';

const metas = [meta, metaAt(2)];
const records = [{ is: 0 }, { is: 1 }, { is: 2 }];

type Found = [slot: number, content: object | undefined, previous: object | undefined];

function difference(before: RowVector, after: RowVector, by: 'content' | 'meta' = 'content') {
  const found: Found[] = [];
  diffRows(before, after, by, (slot, content, previous) => found.push([slot, content, previous]));
  return found;
}

describe('diffRows', () => {
  it('finds nothing between a vector and itself', () => {
    const vector = vectorOf(3000);
    expect(difference(vector, vector)).toEqual([]);
    expect(difference(new RowVector(), new RowVector())).toEqual([]);
  });

  it('finds each row that differs, in slot order and with both contents', () => {
    const before = vectorOf(3000);
    const draft = new RowVectorDraft(before);
    draft.set(3000, records[0], meta);
    draft.set(2999, undefined, undefined);
    draft.set(7, records[1], meta);
    draft.set(8, before.content(8), metas[1]);
    expect(difference(before, draft.freeze())).toEqual([
      [7, records[1], { slot: 7 }],
      [2999, undefined, { slot: 2999 }],
      [3000, records[0], undefined],
    ]);
    expect(difference(before, draft.freeze(), 'meta')).toEqual([
      [8, { slot: 8 }, { slot: 8 }],
      [2999, undefined, { slot: 2999 }],
      [3000, records[0], undefined],
    ]);
  });

  it.each([
    [0, 1],
    [0, 40],
    [16, 17],
    [528, 529],
    [10, 20_000],
  ])('compares vectors of %d and %d rows', (short, long) => {
    const added = Array.from({ length: long - short }, (_, i) => short + i);
    const before = vectorOf(short);
    const draft = new RowVectorDraft(before);
    for (const slot of added) draft.set(slot, { slot }, meta);
    const after = draft.freeze();
    expect(difference(before, after).map(([slot]) => slot)).toEqual(added);
    expect(difference(after, before).map(([slot]) => slot)).toEqual(added);
  });

  it('agrees with a comparison row by row', () => {
    const rows = fc.array(
      fc.tuple(fc.nat(650), fc.option(fc.nat(2), { nil: undefined }), fc.nat(1)),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(fc.nat(600), rows, rows, (count, first, second) => {
        const common = vectorOf(count);
        const [before, after] = [first, second].map((sets) => {
          const draft = new RowVectorDraft(common);
          for (const [slot, value, at] of sets) {
            if (value === undefined) draft.set(slot, undefined, undefined);
            else draft.set(slot, records[value], metas[at]);
          }
          return draft.freeze();
        });
        for (const by of ['content', 'meta'] as const) {
          const expected: Found[] = [];
          for (let slot = 0; slot < Math.max(before.length, after.length); slot++) {
            if (after[by](slot) === before[by](slot)) continue;
            expected.push([slot, after.content(slot), before.content(slot)]);
          }
          expect(difference(before, after, by)).toEqual(expected);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('finds the same between the slots that a draft wrote', () => {
    fc.assert(
      fc.property(fc.nat(600), fc.array(fc.nat(650), { maxLength: 4 }), (count, slots) => {
        const before = vectorOf(count);
        const draft = new RowVectorDraft(before);
        for (const slot of slots) draft.set(slot, records[0], metas[1]);
        const { from, to } = draft;
        const found: Found[] = [];
        const visit = (...one: Found): void => void found.push(one);
        diffRows(before, draft.freeze(), 'content', visit, from, to);
        expect(found).toEqual(difference(before, draft));
        expect(found.map(([slot]) => slot)).toEqual([...new Set(slots)].sort((a, b) => a - b));
      }),
    );
  });
});
