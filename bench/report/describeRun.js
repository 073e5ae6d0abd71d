import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { contenders } from '../contenders/catalogue.js';
import { BENCH } from '../runner/paths.js';

/** Where and with what a run was made: without it, its numbers say little. */
export function describeRun({ quick }) {
  const packages = ['react', ...contenders.flatMap(({ packages: names }) => names)];
  return {
    date: new Date().toISOString(),
    quick,
    node: process.version,
    machine: `${cpus().length} × ${cpus()[0].model.trim()}, ${process.platform} ${process.arch}`,
    // Processes that want a core, averaged over a minute.
    load: loadavg()[0],
    commit: commit(),
    versions: Object.fromEntries([...new Set(packages)].map((name) => [name, versionOf(name)])),
  };
}

function versionOf(name) {
  return JSON.parse(readFileSync(`${BENCH}node_modules/${name}/package.json`, 'utf8')).version;
}

function commit() {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], {
      cwd: BENCH,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
