import { makeAnswer } from '../data/makeAnswer.js';
import { scenarios } from '../scenarios/index.js';
import { BUNDLES } from './paths.js';
import { runJob } from './runJob.js';

/** The process of one contender at one size: the job comes as a message, an entry goes back for each of its scenarios. */
process.once('message', (job) => void runScenarios(job));

async function runScenarios(job) {
  for (const id of job.scenarios) {
    const scenario = scenarios.find((candidate) => candidate.id === id);
    process.send(await perform(scenario, job));
  }
  process.disconnect();
  // Contenders may have left timers behind.
  setTimeout(() => process.exit(0));
}

async function perform(scenario, job) {
  const entry = { scenario: scenario.id, contender: job.contender, n: job.n };
  try {
    return { ...entry, status: 'ok', ...(await measure(scenario, job)) };
  } catch (error) {
    return { ...entry, status: 'failed', error: error.stack ?? String(error) };
  }
}

async function measure(scenario, job) {
  if (scenario.measureFile) return scenario.measureFile(job.contender);
  const environment = await scenario.prepareProcess?.();
  const contender = await loadContender(job.adapters, job.contender);
  const limit = await loadContender(job.adapters, 'limit');
  const dataFor = (n, { typenames }) => makeData(n, { typenames, ...scenario.data });
  return runJob({ job, scenario, contender, limit, dataFor, environment });
}

async function loadContender(folder, id) {
  return (await import(`${BUNDLES}${folder}/${id}.js`)).contender;
}

function makeData(n, options) {
  const text = makeAnswer(n, options);
  const parse = () => JSON.parse(text);
  return { n, text, parse, issues: parse() };
}
