import fc from 'fast-check';
import { OrderedRows } from '../../../src/features/changes/OrderedRows.ts';
import { runs } from '../../support/runs.ts';

const numbered = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const rowsOf = (numbers: readonly number[]) =>
  OrderedRows.of(
    numbers,
    numbers.map((n) => `v${n}`),
  );

/** The chunk of an index and the offset in it. */
function locate(chunks: readonly { readonly keys: readonly unknown[] }[], index: number) {
  let offset = index;
  for (const [chunk, { keys }] of chunks.entries()) {
    if (offset < keys.length || chunk === chunks.length - 1) return { chunk, offset };
    offset -= keys.length;
  }
  return { chunk: 0, offset: 0 };
}

describe('OrderedRows', () => {
  it('reads like an array', () => {
    const rows = rowsOf(numbered(1_300));
    const keys = numbered(1_300);
    const bounds = [undefined, 0, 1, 511, 512, 513, 1_299, 1_300, 9_999, -1, -800, -9_999];
    for (const start of bounds) {
      for (const end of bounds) expect(rows.keys(start, end)).toEqual(keys.slice(start, end));
    }
    expect([rows.at(512), rows.keyAt(1_299), rows.at(1_300), rows.at(-1)]).toEqual([
      'v512',
      1_299,
      undefined,
      undefined,
    ]);
    expect(rows.toArray()).toEqual(rows.slice());
    expect(rows.toArray()).toBe(rows.toArray());
    expect(OrderedRows.empty().toArray()).toEqual([]);
  });

  it('shares untouched chunks with an edited list', () => {
    const before = rowsOf(numbered(2_000));
    const draft = before.edit();
    draft.remove(1, 0);
    draft.insert(1, 5, -1, 'v-1');
    const after = draft.finish();
    const shared = after.chunks.map((chunk, at) => chunk === before.chunks[at]);
    expect(shared).toEqual([true, false, true, true]);
    expect(before.keys()).toEqual(numbered(2_000));
  });

  it('joins chunks when most rows are removed, wherever they were', () => {
    const before = rowsOf(numbered(20_000));
    const draft = before.edit();
    let kept = 0;
    for (const n of numbered(20_000)) {
      const { chunk, offset } = locate(draft.chunks, kept);
      if (n % 100 === 0) kept++;
      else draft.remove(chunk, offset);
    }
    const after = draft.finish();
    expect(after.size).toBe(200);
    expect(before.chunks.length).toBe(40);
    expect(after.chunks).toHaveLength(1);
    expect(after.keys(0, 3)).toEqual([0, 100, 200]);
    expect(before.keys()).toEqual(numbered(20_000));
  });

  it('equals an array after any edits, and keeps earlier lists as they were', () => {
    const change = fc.record({
      /** How many rows are inserted, or removed, from an index on. */
      count: fc.integer({ min: -900, max: 900 }),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 8, maxLength: 12, size: 'max' }), (changes) => {
        let rows = rowsOf(numbered(600));
        const model = numbered(600);
        const held: { readonly rows: typeof rows; readonly model: readonly number[] }[] = [];
        let next = 600;
        let misplaced = 0;
        for (const { count, at } of changes) {
          held.push({ rows, model: model.slice() });
          const draft = rows.edit();
          for (let n = 0; n < Math.abs(count); n++) {
            const index = Math.floor(at * model.length);
            const { chunk, offset } = locate(draft.chunks, index);
            if (count > 0) {
              draft.insert(chunk, offset, next, `v${next}`);
              model.splice(index, 0, next++);
            } else if (index < model.length) {
              if (draft.rowsBefore(chunk) + offset !== index) misplaced++;
              draft.remove(chunk, offset);
              model.splice(index, 1);
            }
          }
          rows = draft.finish();
          expect(rows.size).toBe(model.length);
          // Chunks stay small enough for cheap edits, and few enough for a quick search.
          const sizes = rows.chunks.map(({ keys }) => keys.length);
          expect(sizes.every((size) => size > 0 && size <= 1_024)).toBe(true);
        }
        expect(misplaced).toBe(0);
        held.push({ rows, model });
        for (const then of held) {
          expect(then.rows.keys()).toEqual(then.model);
          expect(then.rows.toArray()).toEqual(then.model.map((n) => `v${n}`));
        }
      }),
      { numRuns: runs(60) },
    );
  });
});
