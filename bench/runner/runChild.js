import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { RESULTS } from './paths.js';

const CHILD = fileURLToPath(new URL('child.js', import.meta.url));
const LONGEST_MS = 180_000;

/** Runs one job in a process of its own; gives its entries of the report, one per scenario, failed or not. */
export function runChild(job, { profile = false } = {}) {
  return new Promise((resolve) => {
    const child = fork(CHILD, {
      execArgv: ['--expose-gc', '--max-old-space-size=8192', ...profileFlags(job, profile)],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    const entries = [];
    let reason = 'The process ended without a result.';
    const timer = setTimeout(() => {
      reason = `No result within ${LONGEST_MS / 1_000} s.`;
      child.kill('SIGKILL');
    }, LONGEST_MS);
    child.on('message', (entry) => entries.push(entry));
    child.once('error', (error) => (reason = String(error)));
    child.once('close', () => {
      clearTimeout(timer);
      const { contender, n } = job;
      const missing = job.scenarios.slice(entries.length);
      const failed = missing.map((scenario) => ({
        scenario,
        contender,
        n,
        status: 'failed',
        error: reason,
      }));
      resolve([...entries, ...failed]);
    });
    child.send(job);
  });
}

function profileFlags({ scenarios, contender, n }, profile) {
  if (!profile) return [];
  const name = `${scenarios.join('+')}-${contender}-${n}.cpuprofile`;
  return ['--cpu-prof', `--cpu-prof-dir=${RESULTS}profiles`, `--cpu-prof-name=${name}`];
}
