import * as fc from 'fast-check';
import { nodesOf } from './nodesOf.ts';
import { metaAt } from './metaAt.ts';
import { draftOf, meta, noRows, rowsOf } from './rowsOf.ts';
import { runs } from '../../support/runs.ts';

const records = Array.from({ length: 10 }, (_, value) => ({ value }));

describe('KindRows', () => {
  it('is empty at first', () => {
    const rows = noRows();
    expect(rows.length).toBe(0);
    expect(rows.content(0)).toBeUndefined();
    expect(rows.metaAt(0)).toBeUndefined();
    expect([...rows.slots()]).toEqual([]);
  });

  it.each([1, 15, 16, 17, 32, 511, 512, 513, 528, 529, 16_384, 16_400, 16_401, 40_000])(
    'reads back %d rows',
    (count) => {
      const rows = rowsOf(count);
      expect(rows.length).toBe(count);
      for (let slot = 0; slot < count; slot++) {
        if ((rows.content(slot) as { slot: number }).slot !== slot) throw new Error(`${slot}`);
        if (rows.metaAt(slot) !== meta) throw new Error(`meta of ${slot}`);
      }
    },
  );

  it('reads nothing beyond the end and nothing for -1', () => {
    const rows = rowsOf(40);
    for (const slot of [40, 41, 5000, -1]) {
      expect([rows.content(slot), rows.metaAt(slot)]).toEqual([undefined, undefined]);
    }
  });

  it('is its own snapshot', () => {
    const rows = rowsOf(3);
    expect(rows.snapshot()).toBe(rows);
  });

  it('copies one path for one write, whatever the length', () => {
    for (const [count, nodes] of [
      [10, 1],
      [500, 2],
      [15_000, 3],
      [100_000, 4],
    ] as const) {
      const rows = rowsOf(count);
      const shared = nodesOf(rows);
      const draft = draftOf(rows);
      draft.set(7, {}, meta);
      const copied = [...nodesOf(draft.snapshot())].filter((node) => !shared.has(node));
      expect(copied).toHaveLength(nodes);
    }
  });

  it('behaves like an array, and so does every version before', () => {
    const edit = fc.record({
      from: fc.nat(),
      sets: fc.array(fc.tuple(fc.nat(1100), fc.option(fc.nat(9), { nil: undefined })), {
        maxLength: 8,
      }),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12, size: 'max' }), (edits) => {
        const versions = [{ rows: noRows(), array: [] as unknown[] }];
        for (const { from, sets } of edits) {
          const origin = versions[from % versions.length];
          const draft = draftOf(origin.rows);
          const array = [...origin.array];
          for (const [slot, value] of sets) {
            const record = value === undefined ? undefined : records[value];
            draft.set(slot, record, record && metaAt(slot));
            while (array.length <= slot) array.push(undefined);
            array[slot] = record;
          }
          versions.push({ rows: draft.snapshot(), array });
        }
        for (const { rows, array } of versions) {
          expect(rows.length).toBe(array.length);
          expect([...rows.slots()]).toEqual(
            [...array.keys()].filter((slot) => array[slot] !== undefined),
          );
          let count = 0;
          rows.forEach((content, slot) => {
            count++;
            if (array[slot] !== content) throw new Error(`Slot ${slot} has another record.`);
            if (rows.content(slot) !== content) throw new Error(`Slot ${slot} reads otherwise.`);
            if (rows.metaAt(slot)?.seq !== slot) throw new Error(`Slot ${slot} has another meta.`);
          });
          expect(count).toBe([...rows.slots()].length);
        }
      }),
      { numRuns: runs(100) },
    );
  });
});
