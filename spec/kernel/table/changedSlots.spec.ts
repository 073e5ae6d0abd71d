import * as fc from 'fast-check';
import { changedSlots } from '../../../src/kernel/table/changedSlots.ts';
import type { KindRows } from '../../../src/kernel/table/KindRows.ts';
import { metaAt } from './metaAt.ts';
import { draftOf, meta, noRows, rowsOf } from './rowsOf.ts';
import { runs } from '../../support/runs.ts';

const metas = [meta, metaAt(2)];
const records = [{ is: 0 }, { is: 1 }, { is: 2 }];

type Found = [slot: number, content: object | undefined, previous: object | undefined];

function found(before: KindRows, after: KindRows, slots: readonly number[]): Found[] {
  return slots.map((slot) => [slot, after.content(slot), before.content(slot)]);
}

function difference(before: KindRows, after: KindRows, by: 'content' | 'meta' = 'content') {
  return found(before, after, changedSlots(before, after, by));
}

describe('changedSlots', () => {
  it('finds nothing between a rows and itself', () => {
    const rows = rowsOf(3000);
    expect(difference(rows, rows)).toEqual([]);
    expect(difference(noRows(), noRows())).toEqual([]);
  });

  it('finds each row that differs, in slot order and with both contents', () => {
    const before = rowsOf(3000);
    const draft = draftOf(before);
    draft.set(3000, records[0], meta);
    draft.set(2999, undefined, undefined);
    draft.set(7, records[1], meta);
    draft.set(8, before.content(8), metas[1]);
    expect(difference(before, draft.snapshot())).toEqual([
      [7, records[1], { slot: 7 }],
      [2999, undefined, { slot: 2999 }],
      [3000, records[0], undefined],
    ]);
    expect(difference(before, draft.snapshot(), 'meta')).toEqual([
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
  ])('compares snapshots of %d and %d rows', (short, long) => {
    const added = Array.from({ length: long - short }, (_, i) => short + i);
    const before = rowsOf(short);
    const draft = draftOf(before);
    for (const slot of added) draft.set(slot, { slot }, meta);
    const after = draft.snapshot();
    expect(difference(before, after).map(([slot]) => slot)).toEqual(added);
    expect(difference(after, before).map(([slot]) => slot)).toEqual(added);
  });

  it('agrees with a comparison row by row', () => {
    const writes = fc.array(
      fc.tuple(fc.nat(650), fc.option(fc.nat(2), { nil: undefined }), fc.nat(1)),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(fc.nat(600), writes, writes, (count, first, second) => {
        const common = rowsOf(count);
        const [before, after] = [first, second].map((sets) => {
          const draft = draftOf(common);
          for (const [slot, value, at] of sets) {
            if (value === undefined) draft.set(slot, undefined, undefined);
            else draft.set(slot, records[value], metas[at]);
          }
          return draft.snapshot();
        });
        for (const by of ['content', 'meta'] as const) {
          const expected: Found[] = [];
          const read = (rows: KindRows, slot: number) =>
            by === 'content' ? rows.content(slot) : rows.metaAt(slot);
          for (let slot = 0; slot < Math.max(before.length, after.length); slot++) {
            if (read(after, slot) === read(before, slot)) continue;
            expected.push([slot, after.content(slot), before.content(slot)]);
          }
          expect(difference(before, after, by)).toEqual(expected);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('finds the same between the slots that a draft wrote', () => {
    fc.assert(
      fc.property(fc.nat(600), fc.array(fc.nat(650), { maxLength: 4 }), (count, slots) => {
        const before = rowsOf(count);
        const draft = draftOf(before);
        for (const slot of slots) draft.set(slot, records[0], metas[1]);
        const { from, to } = draft;
        const between = changedSlots(before, draft.snapshot(), 'content', from, to);
        expect(found(before, draft, between)).toEqual(difference(before, draft));
        expect(between).toEqual([...new Set(slots)].sort((a, b) => a - b));
      }),
    );
  });
});
