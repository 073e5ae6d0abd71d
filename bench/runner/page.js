import { contender as limit } from 'app-of-the-limit';
import { contender } from 'app-under-test';
import * as host from '../apps/support/host.js';
import { inPage } from '../scenarios/inPage.js';
import { runJob } from './runJob.js';

/** What runs in the page of a browser; the names of the apps are given by the build. */
globalThis.measure = (id, job) => {
  const scenario = inPage.find((candidate) => candidate.id === id);
  return runJob({ job, scenario, contender, limit, environment: host });
};
