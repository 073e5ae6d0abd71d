import { scenarios } from '../scenarios/index.js';
import { openJsdom } from './openJsdom.js';
import { openPage } from './openPage.js';
import { clockOfWaiting } from './clockOfWaiting.js';
import { entryOf, runJob } from './runJob.js';

globalThis.waitedForCore = clockOfWaiting();

/** The process of one contender at one size: the job comes as a message, an entry goes back for each of its scenarios. */
process.once('message', (job) => void runScenarios(job));

async function runScenarios(job) {
  const page = job.browser ? await openPage(job) : undefined;
  for (const id of job.scenarios) {
    const scenario = scenarios.find((candidate) => candidate.id === id);
    const measure = () => (page ? page.measure(id) : measureHere(scenario, job));
    process.send(await entryOf(scenario, job, measure));
  }
  await page?.close();
  process.disconnect();
  // Contenders may have left timers behind.
  setTimeout(() => process.exit(0));
}

async function measureHere(scenario, job) {
  if (scenario.measureFile) return scenario.measureFile(job.contender);
  const environment = scenario.inPage ? await openJsdom(job.bundles) : undefined;
  const contender = await loadContender(job, job.contender);
  const limit = await loadContender(job, 'limit');
  return runJob({ job, scenario, contender, limit, environment });
}

async function loadContender({ bundles, adapters }, id) {
  return (await import(`${bundles}${adapters}/${id}.js`)).contender;
}
