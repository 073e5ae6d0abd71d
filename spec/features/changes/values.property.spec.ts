import fc from 'fast-check';
import type { Observable } from 'rxjs';
import {
  asArray,
  asMap,
  asRecord,
  averageChanges,
  batchChanges,
  type ChangeSet,
  combineState,
  countChanges,
  everyChanges,
  type Group,
  groupChanges,
  maxChanges,
  minChanges,
  someChanges,
  sortChanges,
  sumChanges,
  watchKey,
} from '../../../src/features/changes/index.ts';
import { ChangesMirror } from '../../support/ChangesMirror.ts';
import { histories, settings } from '../../support/changesHistories.ts';
import { type Item, pipelines } from '../../support/changesPipelines.ts';
import { ChangesWorld } from '../../support/ChangesWorld.ts';
import { collect } from '../../support/collect.ts';
import { expectSame } from '../../support/expectSame.ts';
import { runs } from '../../support/runs.ts';

jest.setTimeout(120_000);

/** Commits per history and histories per property: more than 5,000 commits. */
const LENGTH = 50;
const RUNS = runs(100);

type Changes$ = Observable<ChangeSet<string, Item>>;

const numberOf = ({ n }: Item): number => n;
const isEven = ({ n }: Item): boolean => n % 2 === 0;
const byNumber = (x: Item, y: Item): number => x.n - y.n;
const show = ({ id, n, of }: Item): string => `${id}=${n}/${of}`;
const shown = (items: Iterable<Item>): string => Array.from(items, show).sort().join(' ');

/** Values of rows, as a stream and recomputed. Values that are not numbers become text. */
const values: Record<
  string,
  readonly [(changes$: Changes$) => Observable<unknown>, (rows: readonly Item[]) => unknown]
> = {
  count: [(x$) => x$.pipe(countChanges()), (rows) => rows.length],
  sum: [(x$) => x$.pipe(sumChanges(numberOf)), (rows) => sumOf(rows)],
  average: [
    (x$) => x$.pipe(averageChanges(numberOf)),
    (rows) => (rows.length === 0 ? undefined : sumOf(rows) / rows.length),
  ],
  min: [
    (x$) => x$.pipe(minChanges(numberOf)),
    (rows) => (rows.length === 0 ? undefined : Math.min(...rows.map(numberOf))),
  ],
  max: [
    (x$) => x$.pipe(maxChanges(numberOf)),
    (rows) => (rows.length === 0 ? undefined : Math.max(...rows.map(numberOf))),
  ],
  some: [(x$) => x$.pipe(someChanges(isEven)), (rows) => rows.some(isEven)],
  every: [(x$) => x$.pipe(everyChanges(isEven)), (rows) => rows.every(isEven)],
};

const sumOf = (rows: readonly Item[]): number => rows.reduce((sum, { n }) => sum + n, 0);

const rowsIn: Record<string, (changes$: Changes$) => Observable<Iterable<Item>>> = {
  array: (x$) => x$.pipe(asArray()),
  sorted: (x$) => x$.pipe(sortChanges(byNumber), asArray()),
};

describe('values of pipelines', () => {
  it('equal a recomputation, and are sent at most once per commit, only if they changed', () => {
    fc.assert(
      fc.property(pipelines(2), settings, histories(LENGTH), (pipeline, first, steps) => {
        const world = new ChangesWorld(first);
        const build = () => pipeline.build(world.sources);
        const streams = Object.values(values).map(([stream]) => collect(stream(build())));
        const lists = Object.values(rowsIn).map((stream) => collect(stream(build())));
        const map = collect(build().pipe(asMap()));
        const record = collect(build().pipe(asRecord()));
        const row = collect(build().pipe(watchKey('a')));
        const both = collect(
          combineState({ count: build().pipe(countChanges()), rows: build().pipe(asArray()) }),
        );
        const held: { readonly rows: Iterable<Item>; readonly said: string }[] = [];
        const news = [...streams, ...lists, map, record, row, both];
        for (const one of news) one.news();
        for (const step of steps) {
          const before = world.tables.version;
          world.run(step);
          const commits = world.tables.version - before;
          const rows = [...pipeline.compute(world.state).values()];
          const said = shown(rows);
          const expected = Object.values(values).map(([, compute]) => compute(rows));
          expectSame(
            streams.map((stream) => stream.values.at(-1)),
            expected,
          );
          const [plain, sorted] = lists.map((list) => [...list.values.at(-1)!]);
          expectSame([shown(plain), shown(sorted)], [said, said]);
          expectSame(
            sorted.map(numberOf),
            rows.map(numberOf).sort((x, y) => x - y),
          );
          expectSame(shown(map.values.at(-1)!.values()), said);
          expectSame(shown(Object.values(record.values.at(-1)!)), said);
          const ofKey = row.values.at(-1);
          expectSame(
            ofKey && show(ofKey),
            said.split(' ').find((text) => text.startsWith('a=')),
          );
          const combined = both.values.at(-1)!;
          expectSame([combined.count, shown(combined.rows)], [rows.length, said]);
          expectSame(combined.rows.length, combined.count);
          for (const one of news) {
            const [count, last] = [one.values.length, one.values.slice(-commits - 1)];
            expectSame(one.news().length <= commits, true);
            if (count > 1)
              expectSame(
                last.every((v, at) => at === 0 || v !== last[at - 1]),
                true,
              );
          }
          for (const { values: all } of lists) held.push({ rows: all.at(-1)!, said });
          const snapshot = map.values.at(-1)!;
          held.push({ rows: { [Symbol.iterator]: () => snapshot.values() }, said });
        }
        // An emitted value never changes.
        for (const { rows, said } of held) expectSame(shown(rows), said);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('groups and batches of pipelines', () => {
  it('keep the laws, outside and inside, and have all rows', () => {
    fc.assert(
      fc.property(pipelines(2), settings, histories(LENGTH), (pipeline, first, steps) => {
        const world = new ChangesWorld(first);
        const commit = () => world.tables.version;
        const groups$ = pipeline.build(world.sources).pipe(groupChanges(({ of }) => of));
        const outer = new ChangesMirror(groups$, commit);
        const inner = new Map<Group<string, string, Item>, ChangesMirror<string, Item>>();
        const look = (): void => {
          for (const group of outer.rows.values()) {
            if (!inner.has(group)) inner.set(group, new ChangesMirror(group.changes$, commit));
          }
        };
        look();
        for (const [at, step] of steps.entries()) {
          world.run(step);
          look();
          const rows = pipeline.compute(world.state);
          const found: Item[] = [];
          for (const [key, group] of outer.rows) {
            const mirror = inner.get(group)!;
            found.push(...mirror.rows.values());
            expectSame(group.size, mirror.rows.size);
            expectSame(
              [...mirror.rows.values()].every(({ of }) => of === key),
              true,
            );
          }
          expectSame(
            { at, name: pipeline.name, found: shown(found) },
            { at, name: pipeline.name, found: shown(rows.values()) },
          );
          for (const mirror of [outer, ...inner.values()]) {
            mirror.step();
            expectSame([mirror.broken, mirror.errors], [[], []]);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('merge without losing a change', () => {
    fc.assert(
      fc.property(
        pipelines(2),
        settings,
        histories(LENGTH),
        fc.array(fc.boolean(), { minLength: LENGTH, maxLength: LENGTH, size: 'max' }),
        (pipeline, first, steps, sends) => {
          const world = new ChangesWorld(first);
          const now = world.tables.table<number>();
          let version = 0;
          const mirror = new ChangesMirror(
            pipeline.build(world.sources).pipe(batchChanges(now.changes$)),
            () => version,
          );
          for (const [at, step] of steps.entries()) {
            world.run(step);
            if (!sends[at]) continue;
            version++;
            now.set('now', at);
            expectSame(shown(mirror.rows.values()), shown(pipeline.compute(world.state).values()));
          }
          expectSame([mirror.broken, mirror.errors], [[], []]);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
