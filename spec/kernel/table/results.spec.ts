import * as fc from 'fast-check';
import { EntityTable } from '../../../src/kernel/table/EntityTable.ts';
import { EntityTableDraft } from '../../../src/kernel/table/EntityTableDraft.ts';
import { COMPLETE, KindRows, RESULTS } from '../../../src/kernel/table/KindRows.ts';
import { NO_RESULT, type ResultRecord } from '../../../src/kernel/table/ResultRecord.ts';
import { metaAt } from './metaAt.ts';
import { runs } from '../../support/runs.ts';

const one: ResultRecord = { ...NO_RESULT, seq: 1, result: 1, hasResult: true };
const two: ResultRecord = { ...NO_RESULT, seq: 2, result: 2, hasResult: true };

function edited(table: EntityTable, edit: (draft: EntityTableDraft) => void) {
  const draft = new EntityTableDraft(table);
  edit(draft);
  return draft.commit();
}

function set(table: EntityTable, key: string, result: ResultRecord): EntityTable {
  return edited(table, (draft) => draft.rows(RESULTS).write(key, result, result)).table;
}

function forget(table: EntityTable, key: string): EntityTable {
  return edited(table, (draft) => draft.forget(RESULTS, key)).table;
}

describe('results of endpoints', () => {
  it('are rows of a reserved kind, which only the reads of results list', () => {
    const { table, changes } = edited(EntityTable.empty(), (draft) => {
      draft.rows(RESULTS).write('GET /users', one, one);
      draft.rows(COMPLETE).write('User', metaAt(1), metaAt(1));
      draft.rows('User').write('1', { id: '1' }, metaAt(1));
    });
    expect([...table.keys()]).toEqual(['User']);
    expect([...table.known()]).toEqual([{ key: 'User', pk: '1' }]);
    expect([...changes.keys()]).toEqual(['User']);
    expect([changes.changeCount('User'), changes.reserved(RESULTS)]).toEqual([1, ['GET /users']]);
    expect(table.result('GET /users')).toBe(one);
    expect([table.hasAll('User'), table.hasAll('Post')]).toEqual([true, false]);
    expect(table.completeKeys()).toEqual(['User']);
  });

  it('are no changes of entities: a commit of results alone is empty', () => {
    const write = (draft: EntityTableDraft) => draft.rows(RESULTS).write('k', one, one);
    const { table, changes } = edited(EntityTable.empty(), write);
    expect([changes.isEmpty, changes.keys()]).toEqual([true, []]);
    expect(changes.reserved(RESULTS)).toEqual(['k']);
    const difference = EntityTable.empty().changesTo(table);
    expect([difference.isEmpty, difference.reserved(RESULTS)]).toEqual([true, ['k']]);
    expect(difference.reserved(COMPLETE)).toEqual([]);
  });

  it('do not meet entities whose key reads like the reserved kind', () => {
    const names = [String(RESULTS), RESULTS.description!, 'results', 'RESULTS'];
    const { table } = edited(EntityTable.empty(), (draft) => {
      draft.rows(RESULTS).write('1', one, one);
      for (const name of names) draft.rows(name).write('1', { name }, metaAt(1));
    });
    for (const name of names) expect(table.get(name, '1')).toEqual({ name });
    expect(table.result('1')).toBe(one);
    expect([...table.results()]).toEqual([['1', one]]);
  });

  it('keep their position when they are replaced; one that was forgotten comes last', () => {
    let table = set(set(EntityTable.empty(), 'a', one), 'b', one);
    table = set(table, 'a', two);
    expect([...table.results()].map(([key]) => key)).toEqual(['a', 'b']);
    table = set(forget(table, 'a'), 'a', one);
    expect([...table.results()].map(([key]) => key)).toEqual(['b', 'a']);
    expect(forget(table, 'unknown')).toBe(table);
    expect(set(table, 'a', one)).toBe(table);
  });

  it('do not grow when a branch is rebuilt again and again', () => {
    let table = EntityTable.empty();
    for (let i = 0; i < 1000; i++) table = set(table, `k${i}`, one);
    for (let i = 0; i < 900; i++) set(table, 'branch', { ...two });
    table = set(table, 'last', one);
    const leafAt = jest.spyOn(KindRows.prototype, 'leafAt');
    const keys = [...table.results()].map(([key]) => key);
    const { length } = leafAt.mock.calls;
    leafAt.mockRestore();
    expect(keys).toHaveLength(1001);
    expect(length).toBeLessThan(1001 + 70);
  });

  it('behave like a map, and so does every version before, on every branch', () => {
    const key = fc.oneof(
      fc.constantFrom('__proto__', 'constructor', 'toString', ''),
      fc.nat(50).map(String),
    );
    const write = fc.tuple(key, fc.option(fc.constantFrom(one, two), { nil: undefined }));
    const edit = fc.tuple(fc.nat(4), fc.array(write, { maxLength: 40, size: 'max' }));
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20, size: 'max' }), (edits) => {
        const versions = [{ table: EntityTable.empty(), model: new Map<string, ResultRecord>() }];
        for (const [back, writes] of edits) {
          const origin = versions[Math.max(versions.length - 1 - back, 0)];
          const model = new Map(origin.model);
          const draft = new EntityTableDraft(origin.table);
          // A key that is forgotten and set again in one commit keeps its position.
          for (const [name, result] of new Map(writes)) {
            if (result === undefined) {
              model.delete(name);
              draft.forget(RESULTS, name);
            } else {
              model.set(name, result);
              draft.rows(RESULTS).write(name, result, result);
            }
          }
          const { table, changes } = draft.commit();
          const changed = [...new Set([...model.keys(), ...origin.model.keys()])].filter(
            (name) => model.get(name) !== origin.model.get(name),
          );
          expect([...changes.reserved(RESULTS)].sort()).toEqual(changed.sort());
          versions.push({ table, model });
        }
        for (const { table, model } of versions) {
          expect([...table.results()]).toEqual([...model]);
          expect([...model.keys()].map((name) => table.result(name))).toEqual([...model.values()]);
          expect(table.result('__proto__')).toBe(model.get('__proto__'));
        }
      }),
      { numRuns: runs(100) },
    );
  });
});
