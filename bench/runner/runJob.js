import { dataOf } from '../data/dataOf.js';
import { measureByTurns } from './measure.js';
import { summarize, timesOf } from './statistics.js';

/** Size of the data that adapters are checked with. */
const CHECK_SIZE = 50;

/**
 * Checks the contender, then times it by turns with the limit. Gives an entry of the report: `value` and `limit` are medians in ms,
 * facts what the check found beside right and wrong. Throws if the contender is wrong, before or after it was timed.
 */
export async function runJob({ job, scenario, contender, limit, environment }) {
  if (scenario.measureOnce) {
    const { facts, dataFor } = await checked(scenario, contender, environment);
    const measured = await scenario.measureOnce(contender, dataFor(job.n), environment);
    return { ...measured, facts: { ...facts, ...measured.facts } };
  }
  const open = [await openCase({ job, scenario, contender, environment })];
  if (contender !== limit) {
    open.push(await openCase({ job, scenario, contender: limit, environment }));
  }
  return timesOfRuns([await sampleCases(open, job.pace)]);
}

/** Times open cases by turns: that of the contender, that of the limit and that of Streambed, the latter two if they are others. */
export async function sampleCases(open, pace) {
  const samples = await measureByTurns(
    open.map(({ one }) => one),
    pace,
  );
  const [facts] = await Promise.all(open.map((one) => one.close()));
  return { samples, facts };
}

/** The entry of the report for one or more runs of the same cases. */
export function timesOfRuns(runs) {
  const [own, limit = own, streambed] = runs[0].samples.map((_, i) =>
    runs.flatMap(({ samples }) => samples[i]),
  );
  const entry = timesOf(own, limit, runs[0].facts);
  return streambed ? { ...entry, streambed: summarize(streambed).median } : entry;
}

/** A checked case of a contender. `close` looks at the outcome once more and gives the facts. */
export async function openCase({ job, scenario, contender, environment }) {
  const { facts, dataFor } = await checked(scenario, contender, environment);
  const one = await scenario.makeCase(contender, dataFor(job.n), environment);
  return {
    one,
    async close() {
      await verify(one);
      await one.close?.();
      return { ...facts, ...one.facts?.() };
    },
  };
}

async function checked(scenario, contender, environment) {
  const dataFor = (n) => dataOf(n, { typenames: contender.typenames, ...scenario.data });
  const facts = await scenario.check(contender, dataFor(CHECK_SIZE), environment);
  return { facts, dataFor };
}

/** Once more, off the clock: what was timed has to be right at this size, and after many rounds. */
async function verify(one) {
  if (one.takeSample) return one.verify?.();
  const prepared = await one.prepare?.();
  const result = await one.run(prepared);
  await one.verify(prepared, result);
  return one.after?.(prepared);
}

/** The same for one scenario of a job, failed or not. */
export async function entryOf(scenario, job, measure) {
  const entry = { scenario: scenario.id, contender: job.contender, n: job.n };
  try {
    return { ...entry, status: 'ok', ...(await measure()) };
  } catch (error) {
    return { ...entry, status: 'failed', error: error.stack ?? String(error) };
  }
}
