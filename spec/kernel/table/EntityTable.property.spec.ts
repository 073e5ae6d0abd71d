import * as fc from 'fast-check';
import { EntityTable } from '../../../src/kernel/table/EntityTable.ts';
import { EntityTableDraft } from '../../../src/kernel/table/EntityTableDraft.ts';
import {
  expectChanges,
  expectOrder,
  expectRecords,
  expectSame,
  modelKeys,
  modelValues,
  type TableVersion,
} from './tableOracle.ts';
import { metaAt } from './metaAt.ts';
import { TableModel } from './TableModel.ts';
import { runs } from '../../support/runs.ts';

const kinds = ['write', 'rewrite', 'remove', 'forget'] as const;
const bulkPks = Array.from({ length: 60 }, (_, i) => `bulk${i}`);

interface Step {
  readonly kind: (typeof kinds)[number];
  readonly key: string;
  /** A single row, or the number of the first of many. */
  readonly pk: string | number;
  readonly value: number;
}

interface Commit {
  readonly back: number;
  readonly steps: readonly Step[];
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  key: fc.constantFrom(...modelKeys),
  pk: fc.oneof(
    {
      weight: 12,
      arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', '1', '2', 'a', 'b'),
    },
    { weight: 1, arbitrary: fc.nat(30) },
  ),
  value: fc.nat(modelValues.length - 1),
});

const commit: fc.Arbitrary<Commit> = fc.record({
  // Mostly from the newest snapshot or the one before it: a base and a branch that write in turns.
  back: fc.oneof({ weight: 5, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(60) }),
  steps: fc.array(step, { maxLength: 5, size: 'max' }),
});

class Run {
  readonly versions: TableVersion[] = [{ table: EntityTable.empty(), model: new TableModel() }];
  readonly #records: { table: EntityTable; key: string; records: object[] }[] = [];
  #seq = 0;

  commit({ back, steps }: Commit): void {
    const origin = this.versions[Math.max(this.versions.length - 1 - back, 0)];
    const draft = new EntityTableDraft(origin.table);
    const next = { table: draft, model: new TableModel(origin.model) };
    for (const { kind, key, pk, value } of steps) {
      const pks = typeof pk === 'string' ? [pk] : bulkPks.slice(pk);
      for (const one of pks) this.#apply(next, kind, key, one, { value: modelValues[value] });
      // Not after every step: a search freezes what was written so far.
      if (this.#seq % 3 === 0) expectSame(next, key);
    }
    const { table, changes } = draft.commit();
    if (steps.length === 0 && table !== origin.table) throw new Error('Nothing made a snapshot.');
    const { model } = next;
    const version = { table, model };
    this.versions.push(version);
    expectChanges(origin, version, changes);
    expectOrder(version);
    for (const key of modelKeys) {
      expectSame(version, key);
      this.#records.push({ table, key, records: model.rows(key).map(({ record }) => record) });
    }
    for (const earlier of this.#records) expectRecords(earlier.table, earlier.key, earlier.records);
  }

  #apply(
    { table, model }: TableVersion<EntityTableDraft>,
    kind: Step['kind'],
    key: string,
    pk: string,
    fresh: object,
  ): void {
    const meta = metaAt(++this.#seq);
    if (kind === 'remove' || kind === 'forget') {
      if (kind === 'remove') table.rows(key).remove(pk, meta);
      else table.forget(key, pk);
      model[kind](key, pk, meta);
      return;
    }
    // A rewrite brings the record the row has, or had when the draft began.
    const known = kind === 'rewrite' ? model.known(key, pk) : undefined;
    table.rows(key).write(pk, known ?? fresh, meta);
    model.write(key, pk, known ?? fresh, meta);
  }
}

describe('EntityTable, compared with plain maps', () => {
  it('has the same content on every branch, and no snapshot ever changes', () => {
    const report = fc.check(
      fc.property(fc.array(commit, { maxLength: 60, size: 'max' }), (commits) => {
        const run = new Run();
        for (const one of commits) run.commit(one);
        for (const version of run.versions) for (const key of modelKeys) expectSame(version, key);
      }),
      { numRuns: runs(300) },
    );
    expect(report.failed ? fc.defaultReportMessage(report) : 'no counterexample').toBe(
      'no counterexample',
    );
  });
});
