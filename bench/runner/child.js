import { makeAnswer } from '../data/makeAnswer.js';
import { scenarios } from '../scenarios/index.js';
import { BUNDLES } from './paths.js';
import { runJob } from './runJob.js';

/** The process of one contender in one scenario at one size: the job comes as a message, its result goes as one. */
process.once('message', async (job) => {
  try {
    process.send({ result: await perform(job) }, () => process.exit(0));
  } catch (error) {
    process.send({ error: error.stack ?? String(error) }, () => process.exit(0));
  }
});

async function perform(job) {
  const scenario = scenarios.find(({ id }) => id === job.scenario);
  if (scenario.measureFile) return scenario.measureFile(job.contender);
  const environment = await scenario.prepareProcess?.();
  const load = async (id) => (await import(`${BUNDLES}${scenario.adapters}/${id}.js`)).contender;
  const contender = await load(job.contender);
  const limit = await load('limit');
  const dataFor = (n, { typenames }) => makeData(n, { typenames, ...scenario.data });
  return runJob({ job, scenario, contender, limit, dataFor, environment });
}

function makeData(n, options) {
  const text = makeAnswer(n, options);
  const parse = () => JSON.parse(text);
  return { n, text, parse, issues: parse() };
}
