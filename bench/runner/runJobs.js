import { runChild } from './runChild.js';

/**
 * Runs the jobs and gives their entries. One at a time where numbers count; a quick run keeps two processes busy, whose numbers do not.
 * Begins none after `stop`, and ends those that run.
 */
export async function runJobs(jobs, { quick, profile, bundles, progress, stop }) {
  const waiting = [...jobs];
  const entries = [];
  const worker = async () => {
    for (let job = waiting.shift(); job && !stop.aborted; job = waiting.shift()) {
      progress.started(job);
      const own = await runChild({ ...job, bundles }, { profile, stop });
      if (stop.aborted) return;
      entries.push(...own);
      progress.finished(own);
    }
  };
  await Promise.all(Array.from({ length: quick ? 2 : 1 }, worker));
  return entries;
}
