import * as fc from 'fast-check';
import { EntityTable } from '../../../src/kernel/table/EntityTable.ts';
import { EntityTableDraft } from '../../../src/kernel/table/EntityTableDraft.ts';
import { KindFamily } from '../../../src/kernel/table/KindFamily.ts';
import { KindRows } from '../../../src/kernel/table/KindRows.ts';
import {
  BITS,
  forEachDifference,
  type KindNode,
  kindsIn,
  WIDTH,
  withKind,
} from '../../../src/kernel/table/KindTree.ts';
import { metaAt } from './metaAt.ts';
import { runs } from '../../support/runs.ts';

const meta = metaAt(1);

/** All nodes of the kinds of a table. */
function nodesOf({ kinds, level }: EntityTable): Set<unknown> {
  const nodes = new Set<unknown>();
  const visit = (node: KindNode, at: number) => {
    nodes.add(node);
    if (at > 0) for (const child of node) if (child) visit(child as KindNode, at - BITS);
  };
  visit(kinds, level);
  return nodes;
}

function tableOf(count: number): EntityTable {
  const draft = new EntityTableDraft(EntityTable.empty());
  for (let i = 0; i < count; i++) draft.rows(`Kind${i}`).write('1', { i }, meta);
  return draft.commit().table;
}

describe('the kinds of a table', () => {
  it.each([1, 31, 32, 33, 1024, 1025, 5000])('are kept in order, %d of them', (count) => {
    const table = tableOf(count);
    expect([...table.keys()]).toEqual(Array.from({ length: count }, (_, i) => `Kind${i}`));
    for (let i = 0; i < count; i++) {
      expect(table.get(`Kind${i}`, '1')).toEqual({ i });
    }
    expect(table.has(`Kind${count}`, '1')).toBe(false);
  });

  it('cost a commit one path, whatever their number', () => {
    for (const [count, copies] of [
      [5, 1],
      [900, 2],
      [5000, 3],
    ] as const) {
      const table = tableOf(count);
      const shared = nodesOf(table);
      const draft = new EntityTableDraft(table);
      draft.rows('Kind3').write('2', {}, meta);
      const { table: next } = draft.commit();
      expect([...nodesOf(next)].filter((node) => !shared.has(node))).toHaveLength(copies);
      expect([...nodesOf(next)].every((node) => (node as KindNode).length <= WIDTH)).toBe(true);
      expect(table.changesTo(next).keys()).toEqual(['Kind3']);
    }
  });

  it('that are new in a later snapshot are absent in an earlier one', () => {
    const early = tableOf(3);
    const draft = new EntityTableDraft(early);
    for (let i = 3; i < 100; i++) draft.rows(`Kind${i}`).write('1', { i }, meta);
    const { table, changes } = draft.commit();
    expect([...early.keys()]).toHaveLength(3);
    expect(early.has('Kind35', '1')).toBe(false);
    expect(changes.keys()).toHaveLength(97);
    expect(early.changesTo(table).keys()).toEqual(changes.keys());
    expect(table.changesTo(early).keys()).toEqual(changes.keys());
  });

  it('leave no rows behind when they are emptied, and come back', () => {
    let table = tableOf(40);
    const edit = (change: (draft: EntityTableDraft) => void) => {
      const draft = new EntityTableDraft(table);
      change(draft);
      table = draft.commit().table;
    };
    edit((draft) => draft.forget('Kind35', '1'));
    expect([...table.keys()]).toHaveLength(39);
    expect(table.hasRows('Kind35')).toBe(false);
    edit((draft) => draft.rows('Kind35').write('2', { again: true }, meta));
    expect([...table.entries('Kind35')]).toEqual([['2', { again: true }]]);
  });
});

describe('a tree of kinds', () => {
  it('behaves like an array, and so does every version before', () => {
    const edit = fc.record({ from: fc.nat(), index: fc.nat(1200), isHole: fc.boolean() });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20, size: 'max' }), (edits) => {
        const versions = [
          { root: [] as KindNode, level: 0, array: [] as (KindRows | undefined)[] },
        ];
        for (const { from, index, isHole } of edits) {
          const origin = versions[from % versions.length];
          const rows = isHole ? undefined : new KindRows('Kind', new KindFamily(index));
          let { level, root } = origin;
          for (; index >= WIDTH << level; level += BITS) root = [root];
          root = withKind(root, level, index, rows);
          const array = [...origin.array];
          array[index] = rows;
          versions.push({ root, level, array });
        }
        for (const { root, level, array } of versions) {
          expect([...kindsIn(root, level)]).toEqual(array.filter((rows) => rows));
        }
        const last = versions.at(-1)!;
        const found: unknown[] = [];
        forEachDifference([], last.root, last.level, (before, after) =>
          found.push([before, after]),
        );
        const expected = last.array.filter((rows) => rows).map((rows) => [undefined, rows]);
        expect(found).toEqual(expected);
      }),
      { numRuns: runs(100) },
    );
  });
});
