import * as fc from 'fast-check';
import { RowVector } from '../../src/table/RowVector.ts';
import { RowVectorDraft } from '../../src/table/RowVectorDraft.ts';
import { nodesOf } from './nodesOf.ts';
import { metaAt } from './metaAt.ts';
import { meta, vectorOf } from './vectorOf.ts';

const records = Array.from({ length: 10 }, (_, value) => ({ value }));

describe('RowVector', () => {
  it('is empty at first', () => {
    const vector = new RowVector();
    expect(vector.length).toBe(0);
    expect(vector.content(0)).toBeUndefined();
    expect(vector.meta(0)).toBeUndefined();
    expect([...vector.slots()]).toEqual([]);
  });

  it.each([1, 15, 16, 17, 32, 511, 512, 513, 528, 529, 16_384, 16_400, 16_401, 40_000])(
    'reads back %d rows',
    (count) => {
      const vector = vectorOf(count);
      expect(vector.length).toBe(count);
      for (let slot = 0; slot < count; slot++) {
        if ((vector.content(slot) as { slot: number }).slot !== slot) throw new Error(`${slot}`);
        if (vector.meta(slot) !== meta) throw new Error(`meta of ${slot}`);
      }
    },
  );

  it('reads nothing beyond the end and nothing for -1', () => {
    const vector = vectorOf(40);
    for (const slot of [40, 41, 5000, -1]) {
      expect([vector.content(slot), vector.meta(slot)]).toEqual([undefined, undefined]);
    }
  });

  it('is its own frozen form', () => {
    const vector = vectorOf(3);
    expect(vector.freeze()).toBe(vector);
  });

  it('copies one path for one write, whatever the length', () => {
    for (const [count, nodes] of [
      [10, 1],
      [500, 2],
      [15_000, 3],
      [100_000, 4],
    ] as const) {
      const vector = vectorOf(count);
      const shared = nodesOf(vector);
      const draft = new RowVectorDraft(vector);
      draft.set(7, {}, meta);
      const copied = [...nodesOf(draft.freeze())].filter((node) => !shared.has(node));
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
        const versions = [{ vector: new RowVector(), array: [] as unknown[] }];
        for (const { from, sets } of edits) {
          const origin = versions[from % versions.length];
          const draft = new RowVectorDraft(origin.vector);
          const array = [...origin.array];
          for (const [slot, value] of sets) {
            const record = value === undefined ? undefined : records[value];
            draft.set(slot, record, record && metaAt(slot));
            while (array.length <= slot) array.push(undefined);
            array[slot] = record;
          }
          versions.push({ vector: draft.freeze(), array });
        }
        for (const { vector, array } of versions) {
          expect(vector.length).toBe(array.length);
          expect([...vector.slots()]).toEqual(
            [...array.keys()].filter((slot) => array[slot] !== undefined),
          );
          let count = 0;
          vector.forEach((content, slot) => {
            count++;
            if (array[slot] !== content) throw new Error(`Slot ${slot} has another record.`);
            if (vector.content(slot) !== content) throw new Error(`Slot ${slot} reads otherwise.`);
            if (vector.meta(slot)?.seq !== slot) throw new Error(`Slot ${slot} has another meta.`);
          });
          expect(count).toBe([...vector.slots()].length);
        }
      }),
      { numRuns: 100 },
    );
  });
});
