import * as host from '../apps/support/host.js';
import { inPage } from '../scenarios/inPage.js';
import { runJob } from './runJob.js';

/** What runs in the page of a browser. The apps lie beside it, built together. */
globalThis.measure = async (id, job) => {
  const scenario = inPage.find((candidate) => candidate.id === id);
  const contender = await loadApp(job.contender);
  const limit = await loadApp('limit');
  return runJob({ job, scenario, contender, limit, environment: host });
};

async function loadApp(id) {
  return (await import(`/apps/${id}.js`)).contender;
}
