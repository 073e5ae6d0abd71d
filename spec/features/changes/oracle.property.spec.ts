import fc from 'fast-check';
import { histories, settings, type Step } from '../../support/changesHistories.ts';
import {
  binary,
  type Item,
  type Pipeline,
  pipelines,
  type Settings,
  tableA,
  tableB,
  unary,
} from '../../support/changesPipelines.ts';
import { ChangesWorld } from '../../support/ChangesWorld.ts';
import { runs } from '../../support/runs.ts';

jest.setTimeout(120_000);

/** Commits per history and histories per property: more than 5,000 commits. */
const LENGTH = 50;
const RUNS = runs(100);

const shown = (items: Iterable<Item>): string =>
  Array.from(items, ({ id, n, of }) => `${id}=${n}/${of}`)
    .sort()
    .join(' ');

/** Runs a history. After each commit, compares the applied changes with a recomputation. */
function check(made: readonly Pipeline[], first: Settings, steps: readonly Step[]): void {
  const world = new ChangesWorld(first);
  const mirrors = made.map((pipeline) => world.mirror(pipeline));
  for (const [at, step] of steps.entries()) {
    world.run(step);
    if (at === steps.length >> 1) mirrors.push(...made.map((pipeline) => world.mirror(pipeline)));
    const expected = made.map((pipeline) => shown(pipeline.compute(world.state).values()));
    for (const [index, mirror] of mirrors.entries()) {
      mirror.step();
      const { errors, broken, rows } = mirror;
      const pipeline = index % made.length;
      const isRight = shown(rows.values()) === expected[pipeline];
      if (isRight && errors.length + broken.length === 0) continue;
      // Jest's comparison of each result would take most of the time.
      const { name } = made[pipeline];
      const found = { name, at, errors, broken, rows: shown(rows.values()) };
      expect(found).toEqual({ name, at, errors: [], broken: [], rows: expected[pipeline] });
    }
  }
  for (const mirror of mirrors) mirror.stop();
  expect(mirrors.flatMap(({ broken }) => broken)).toEqual([]);
  expect([world.a.listeners, world.b.listeners]).toEqual([0, 1]);
}

const single: readonly Pipeline[] = [
  ...Object.values(unary).map((make) => make(tableA)),
  ...Object.values(binary).map((make) => make(tableA, tableB)),
];

describe('every operator', () => {
  it.each(single)('keeps the laws and equals a recomputation: $name', (pipeline) => {
    fc.assert(
      fc.property(settings, histories(LENGTH), (first, steps) => check([pipeline], first, steps)),
      { numRuns: RUNS },
    );
  });
});

describe('pipelines of operators', () => {
  it('keep the laws and equal a recomputation', () => {
    fc.assert(
      fc.property(
        pipelines(4),
        pipelines(2),
        settings,
        histories(LENGTH),
        (one, other, first, steps) => check([one, other], first, steps),
      ),
      { numRuns: RUNS },
    );
  });
});
