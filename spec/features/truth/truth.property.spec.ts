import fc from 'fast-check';
import { runs } from '../../support/runs.ts';
import { type Plugins, type Step, TruthWorld } from './TruthWorld.ts';

const key = fc.nat(8);
const id = fc.constantFrom('1', '2', '3');

const onKey = (...names: string[]) => fc.record({ do: fc.constantFrom(...names), key });
const onPerson = (...names: string[]) => fc.record({ do: fc.constantFrom(...names), id });

const reads = onKey('read', 'read', 'read', 'observe', 'look', 'fetch', 'watch');
const calls = onKey('expireAll', 'invalidateAll');
const changes = onPerson('put', 'rename', 'drop', 'add', 'message', 'save', 'remove', 'push');
const overlaps = fc.oneof(
  onKey('ask'),
  onPerson('askSave'),
  fc.record({ do: fc.constant('arrive'), nth: fc.nat(3) }),
);
const waits = fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(1_000, 60_000, 400_000) });
const programs = fc.record({
  do: fc.constantFrom('flush', 'reload', 'crash', 'gc', 'copy', 'tab', 'tab', 'tab', 'network'),
});

// The cast holds: each record is a step.
const step = fc.oneof(
  { weight: 8, arbitrary: reads },
  { weight: 1, arbitrary: calls },
  { weight: 5, arbitrary: changes },
  { weight: 6, arbitrary: overlaps },
  { weight: 1, arbitrary: waits },
  { weight: 5, arbitrary: programs },
) as fc.Arbitrary<Step>;

/** While the response to a read is on its way, another tab changes or reads data. */
const meeting = fc
  .tuple(key, onPerson('put', 'save', 'message', 'remove', 'push'), fc.boolean())
  .map(([read, change, isRead]) => [
    { do: 'ask', key: read },
    { do: 'tab' },
    change,
    ...(isRead ? [{ do: 'fetch', key: read }] : []),
    { do: 'arrive', nth: 0 },
  ]) as fc.Arbitrary<Step[]>;

const history = fc
  .array(
    fc.oneof({ weight: 9, arbitrary: step.map((one) => [one]) }, { weight: 1, arbitrary: meeting }),
    {
      maxLength: 25,
      size: 'max',
    },
  )
  .map((scenes) => scenes.flat());

describe('valid data without a request equals the last statement of the server', () => {
  it.each<[string, Plugins]>([
    ['in memory', { persists: false, shares: false }],
    ['with stored data', { persists: true, shares: false }],
    ['in two tabs', { persists: false, shares: true }],
    ['in two tabs with stored data', { persists: true, shares: true }],
    ['in two tabs with an outbox', { persists: true, shares: true, queues: true }],
  ])(
    '%s',
    async (_, plugins) => {
      const check = async (steps: readonly Step[]): Promise<void> => {
        const world = new TruthWorld(plugins);
        await world.settle();
        for (const each of steps) {
          await world.perform(each);
          expect(world.faults()).toEqual([]);
        }
        world.end();
      };
      const numRuns = runs(plugins.queues ? 200 : 400);
      await fc.assert(fc.asyncProperty(history, check), {
        numRuns,
        seed: 1,
      });
    },
    60_000,
  );
});
