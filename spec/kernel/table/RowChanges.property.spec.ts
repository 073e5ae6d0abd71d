import fc from 'fast-check';
import { EntityTable } from '../../../src/kernel/table/EntityTable.ts';
import { EntityTableDraft } from '../../../src/kernel/table/EntityTableDraft.ts';
import { runs } from '../../support/runs.ts';

const meta = (seq: number) => ({ seq, fetchedAt: 0, receivedAt: 0, expiresAt: 0 });

type Step =
  | { type: 'write'; kind: string; pk: number; value: number }
  | { type: 'remove' | 'forget'; kind: string; pk: number };

const kind = fc.constantFrom('A', 'B');
const pk = fc.nat({ max: 120 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('write' as const),
      kind,
      pk,
      value: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom('remove' as const, 'forget' as const), kind, pk }),
  },
);
const steps = fc.array(step, { maxLength: 150 });

let seq = 0;

function run(table: EntityTable, todo: readonly Step[]): EntityTable {
  const draft: EntityTableDraft = new EntityTableDraft(table);
  for (const one of todo) {
    const id = String(one.pk);
    if (one.type === 'write') draft.rows(one.kind).write(id, { value: one.value }, meta(++seq));
    else if (one.type === 'remove') draft.rows(one.kind).remove(id, meta(++seq));
    else draft.forget(one.kind, id);
  }
  return draft.commit().table;
}

const KINDS = ['A', 'B'];

/** All live rows in order: entity key, pk, record and ordinal. */
function rowsOf(table: EntityTable) {
  return KINDS.map((key) => {
    const rows: [pk: string, record: object, ordinal: number][] = [];
    table.forEach(key, (record, id, ordinal) => rows.push([id, record, ordinal]));
    return rows;
  });
}

/** The rows of `before` with the changes to `after` made to them. */
function changed(before: EntityTable, after: EntityTable) {
  const changes = before.changesTo(after);
  return rowsOf(before).map((rows, at) => {
    const byOrdinal = new Map(rows.map((row) => [row[2], row]));
    changes.forEach(KINDS[at], (id, record, previous, ordinal) => {
      expect(byOrdinal.get(ordinal)?.[1]).toBe(previous);
      if (record) byOrdinal.set(ordinal, [id, record, ordinal]);
      else byOrdinal.delete(ordinal);
    });
    return [...byOrdinal.values()].sort(([, , a], [, , b]) => a - b);
  });
}

describe('the difference of two snapshots', () => {
  it('turns one into the other, whichever is earlier and whatever they share', () => {
    fc.assert(
      fc.property(steps, steps, steps, (common, one, other) => {
        const base = run(EntityTable.empty(), common);
        const [a, b] = [run(base, one), run(base, other)];
        for (const [from, to] of [
          [base, a],
          [a, base],
          [a, b],
          [b, a],
        ] as const) {
          expect(changed(from, to)).toEqual(rowsOf(to));
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('lists the rows with the same record and another meta', () => {
    const record = { value: 1 };
    const first = new EntityTableDraft(EntityTable.empty());
    first.rows('A').write('1', record, meta(1));
    first.rows('A').write('2', { value: 2 }, meta(1));
    const { table: before } = first.commit();
    const second = new EntityTableDraft(before);
    second.rows('A').write('1', record, meta(2));
    second.rows('A').write('2', { value: 3 }, meta(2));
    const changes = before.changesTo(second.commit().table);
    expect(changes.refreshed('A')).toEqual(['1']);
    expect(changes.changeCount('A')).toBe(1);
  });

  it('is empty between a snapshot and itself', () => {
    const table = run(EntityTable.empty(), [{ type: 'write', kind: 'A', pk: 1, value: 1 }]);
    const changes = table.changesTo(table);
    expect([changes.isEmpty, changes.keys()]).toEqual([true, []]);
  });
});
