import { dataOf } from '../data/dataOf.js';
import { measureByTurns } from './measure.js';
import { summarize } from './statistics.js';

/** Size of the data that adapters are checked with. */
const CHECK_SIZE = 50;

/**
 * Checks the contender, then times it by turns with the limit. Gives an entry of the report: `value` and `limit` are medians in ms,
 * facts what the check found beside right and wrong. Throws if the contender is wrong, before or after it was timed.
 */
export async function runJob({ job, scenario, contender, limit, environment }) {
  const dataFor = (n, { typenames }) => dataOf(n, { typenames, ...scenario.data });
  const facts = await scenario.check(contender, dataFor(CHECK_SIZE, contender), environment);
  if (scenario.measureOnce) {
    const measured = await scenario.measureOnce(contender, dataFor(job.n, contender));
    return { ...measured, facts: { ...facts, ...measured.facts } };
  }
  const own = await scenario.makeCase(contender, dataFor(job.n, contender), environment);
  const reference =
    contender === limit
      ? undefined
      : await scenario.makeCase(limit, dataFor(job.n, limit), environment);
  const cases = reference ? [own, reference] : [own];
  const [ownSamples, limitSamples = ownSamples] = await measureByTurns(cases, job.pace);
  for (const one of cases) {
    await verify(one);
    await one.close?.();
  }
  const { median, ...rest } = summarize(ownSamples);
  return {
    facts: { ...facts, ...own.facts?.() },
    unit: 'ms',
    value: median,
    ...rest,
    limit: summarize(limitSamples).median,
  };
}

/** Once more, off the clock: what was timed has to be right at this size, and after many rounds. */
async function verify(one) {
  if (one.takeSample) return one.verify?.();
  const prepared = await one.prepare?.();
  const result = await one.run(prepared);
  await one.verify(prepared, result);
  await one.after?.(prepared);
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
