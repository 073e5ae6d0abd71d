import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { RESULTS } from './paths.js';

const CHILD = fileURLToPath(new URL('child.js', import.meta.url));
/** P stores 100,000 rows. */
const LONGEST_MS = 600_000;
/** For a browser to be closed. */
const GRACE_MS = 2_000;

/** Runs one job in a process of its own; gives its entries of the report, one per scenario, failed or not. */
export function runChild(job, { profile = false, stop } = {}) {
  return new Promise((resolve) => {
    const child = fork(CHILD, {
      execArgv: ['--expose-gc', '--max-old-space-size=8192', ...profileFlags(job, profile)],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    const entries = [];
    let reason;
    const end = (why) => {
      reason ??= why;
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
    };
    const endOnStop = () => end('The run was stopped.');
    const timer = setTimeout(() => end(`No result within ${LONGEST_MS / 1_000} s.`), LONGEST_MS);
    stop?.addEventListener('abort', endOnStop);
    child.on('message', (entry) => entries.push(entry));
    child.on('error', (error) => (reason ??= String(error)));
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      stop?.removeEventListener('abort', endOnStop);
      const error = reason ?? `The process ended early (${signal ?? `code ${code}`}).`;
      const { contender, n } = job;
      const missing = job.scenarios.slice(entries.length);
      const failed = missing.map((scenario) => ({
        scenario,
        contender,
        n,
        status: 'failed',
        error,
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
