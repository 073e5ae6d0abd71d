import { scenarios } from '../scenarios/index.js';
import { openJsdom } from './openJsdom.js';
import { clockOfWaiting } from './clockOfWaiting.js';
import { entryOf, runJob } from './runJob.js';

globalThis.waitedForCore = clockOfWaiting();

/** The process of one contender at one size: the job comes as a message, an entry goes back for each of its scenarios. */
process.once('message', (job) => void runScenarios(job));
// The runner is gone: nobody waits for the rest.
process.once('disconnect', () => process.exit(1));

async function runScenarios(job) {
  let page;
  const measure = async (scenario) => {
    if (scenario.measureFresh) return scenario.measureFresh(job);
    if (!job.browser) return measureHere(scenario, job);
    page ??= await openBrowser(job);
    return page.measure(scenario.id);
  };
  for (const id of job.scenarios) {
    const scenario = scenarios.find((candidate) => candidate.id === id);
    await report(await entryOf(scenario, job, () => measure(scenario)));
  }
  await page?.close();
  // Contenders may have left timers behind.
  process.exit(0);
}

/** Loading what drives browsers takes longer than many a job. */
async function openBrowser(job) {
  const { openPages } = await import('./openPage.js');
  return openPages(job);
}

function report(entry) {
  return new Promise((resolve) => process.send(entry, resolve));
}

async function measureHere(scenario, job) {
  if (scenario.measureFile) return scenario.measureFile(job.contender);
  const environment =
    scenario.inPage || scenario.inJsdom ? await openJsdom(job.bundles) : undefined;
  const contender = await loadContender(job, job.contender);
  const limit = await loadContender(job, 'limit');
  return runJob({ job, scenario, contender, limit, environment });
}

async function loadContender({ bundles, adapters }, id) {
  return (await import(`${bundles}${adapters}/${id}.js`)).contender;
}
