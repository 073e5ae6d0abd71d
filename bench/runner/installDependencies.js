import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { BENCH } from './paths.js';

/** Installs the contenders from the lock file, unless what is there is what it says. */
export function installDependencies() {
  if (isInstalled()) return;
  console.log('Installing the contenders: npm ci in bench/ …');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: BENCH,
    stdio: 'inherit',
  });
}

function isInstalled() {
  const installed = `${BENCH}node_modules/.package-lock.json`;
  if (!existsSync(installed)) return false;
  const wanted = readLock(`${BENCH}package-lock.json`);
  const found = readLock(installed);
  return Object.entries(wanted).every(
    ([path, { version, optional, peer, dev }]) =>
      path === '' || optional || peer || dev || found[path]?.version === version,
  );
}

function readLock(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages;
}
