import * as host from '../apps/support/host.js';
import { inPage } from '../scenarios/inPage.js';
import { openCase } from './runJob.js';

/** What runs in the page of a browser: one app. The apps lie beside it, built together. */
let open;

globalThis.openCase = async (id, app, job) => {
  const scenario = inPage.find((candidate) => candidate.id === id);
  const { contender } = await import(`/apps/${app}.js`);
  open = await openCase({ job, scenario, contender, environment: host });
};

globalThis.takeSample = () => open.one.takeSample();

globalThis.closeCase = () => open.close();
