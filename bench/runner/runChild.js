import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { RESULTS } from './paths.js';

const CHILD = fileURLToPath(new URL('child.js', import.meta.url));
const LONGEST_MS = 180_000;

/** Runs one job in a process of its own; gives its entry of the report, failed or not. */
export function runChild(job, { profile = false } = {}) {
  const entry = { scenario: job.scenario, contender: job.contender, n: job.n };
  return new Promise((resolve) => {
    const child = fork(CHILD, {
      execArgv: ['--expose-gc', '--max-old-space-size=8192', ...profileFlags(job, profile)],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    let done = { error: 'The process ended without a result.' };
    const timer = setTimeout(() => {
      done = { error: `No result within ${LONGEST_MS / 1_000} s.` };
      child.kill('SIGKILL');
    }, LONGEST_MS);
    child.once('message', (message) => (done = message));
    child.once('error', (error) => (done = { error: String(error) }));
    child.once('exit', () => {
      clearTimeout(timer);
      const { result, error } = done;
      resolve(result ? { ...entry, status: 'ok', ...result } : { ...entry, status: 'failed', error });
    });
    child.send(job);
  });
}

function profileFlags({ scenario, contender, n }, profile) {
  if (!profile) return [];
  const name = `${scenario}-${contender}-${n}.cpuprofile`;
  return ['--cpu-prof', `--cpu-prof-dir=${RESULTS}profiles`, `--cpu-prof-name=${name}`];
}
