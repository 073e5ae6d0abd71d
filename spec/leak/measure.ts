import { createStore } from 'streambed';
import { ManualClock } from '../support/ManualClock.ts';
import { type Bench, nothing, type Scenario } from './Scenario.ts';

/** Fewer bytes per cycle are noise. */
const LIMIT = 16;

const GRACE_TIME = 100;
const GC_TIME = 1_000;

/** Leases of abandoned renders end after this time, ms. */
const LEASE_TIMES = [30_000, 5_000, 5_000];

/** The median of this many comparisons counts. */
const ROUNDS = 3;

/** The result of a scenario; `problems` is empty if it leaves nothing behind. */
export interface Outcome {
  readonly bytesPerCycle: number;
  readonly problems: readonly string[];
}

/**
 * Runs a scenario `cycles` times, then as many times again, and compares the heap; repeats this
 * several times.
 */
export async function measure(scenario: Scenario, cycles: number): Promise<Outcome> {
  const clock = new ManualClock();
  const onError = (): void => {};
  const options = { graceTime: GRACE_TIME, gcTime: GC_TIME, scheduler: clock, onError };
  const bench: Bench = { clock, store: createStore(options) };
  const cycle = scenario.start(bench);
  let i = 0;
  const run = async (count: number): Promise<number> => {
    for (const end = i + count; i < end; i++) await cycle(i);
    await settle(bench, count);
    return heapUsed();
  };

  // Code, caches and hidden classes of the first cycles are not data.
  await run(Math.min(cycles, 500));
  let before = await run(cycles);
  const growths: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const after = await run(cycles);
    growths.push((after - before) / cycles);
    before = after;
  }
  const bytesPerCycle = growths.sort((a, b) => a - b)[ROUNDS >> 1];

  const problems: string[] = [];
  if (bytesPerCycle > LIMIT) problems.push(`${bytesPerCycle.toFixed(1)} bytes per cycle stay`);
  problems.push(...left(bench));
  bench.store.dispose();
  problems.push(...left(bench).map((problem) => `after dispose(): ${problem}`));
  return { bytesPerCycle, problems };
}

function left({ store }: Bench): string[] {
  const stats = store.stats();
  return Object.keys(nothing)
    .map((name) => [name, stats[name as keyof typeof nothing]] as const)
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${name}: ${count}`);
}

/** Lets all pending time pass. */
async function settle({ clock, store }: Bench, cycles: number): Promise<void> {
  await turn();
  for (const time of [...LEASE_TIMES, GRACE_TIME, GC_TIME]) {
    clock.advance(time);
    await turn();
  }
  // Garbage collection of the store works in steps with pauses in between.
  for (let step = 0; step < 20 + cycles / 100; step++) clock.advance(1);
  clock.advance(GC_TIME);
  store.gc();
}

async function heapUsed(): Promise<number> {
  // Finalizers run; a second collection removes the objects that they release.
  for (let time = 0; time < 3; time++) {
    await turn();
    globalThis.gc!();
  }
  return process.memoryUsage().heapUsed;
}

/** Runs everything that is due. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}
