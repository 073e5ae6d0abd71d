import { measureByTurns } from './measure.js';
import { summarize } from './statistics.js';

/** Size of the data that adapters are checked with. */
const CHECK_SIZE = 50;

/**
 * Checks the contender, then times it by turns with the limit. Gives an entry of the report: `value` and `limit` are medians in ms,
 * facts what the check found beside right and wrong. Throws if the contender is wrong, before or after it was timed.
 */
export async function runJob({ job, scenario, contender, limit, dataFor, environment }) {
  const facts = await scenario.check(contender, dataFor(CHECK_SIZE, contender), environment);
  if (scenario.measureOnce) {
    const data = dataFor(job.n, contender);
    const measured = await scenario.measureOnce(contender, data);
    return { ...measured, facts: { ...facts, ...measured.facts } };
  }
  const own = await scenario.makeCase(contender, dataFor(job.n, contender), environment);
  const isLimit = contender === limit;
  const reference = isLimit
    ? undefined
    : await scenario.makeCase(limit, dataFor(job.n, limit), environment);
  const cases = reference ? [own, reference] : [own];
  const [ownSamples, limitSamples = ownSamples] = await measureByTurns(cases, job.pace);
  for (const one of cases) {
    await one.verify?.();
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
