// Checks the built package in a React Native app: specs on React Native's own renderer, and a
// bundle by Metro.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..', '..');
const scratch = mkdtempSync(join(tmpdir(), 'streambed-native-'));
const app = join(scratch, 'app');

function run(title, command, args) {
  console.log(`\n--- ${title}`);
  const { status } = spawnSync(command, args, {
    cwd: app,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`${title}: failed`);
}

try {
  const left = new Set(['check.mjs', 'node_modules']);
  cpSync(here, app, { recursive: true, filter: (path) => !left.has(basename(path)) });
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', scratch], {
    cwd: root,
    encoding: 'utf8',
  });
  const [{ filename }] = Object.values(JSON.parse(packed));
  const quiet = ['--no-audit', '--no-fund'];
  run('install React Native', 'npm', ['ci', ...quiet]);
  run('install the package', 'npm', ['install', '--no-save', ...quiet, join(scratch, filename)]);
  run('on the renderer of React Native', 'npm', ['test', '--silent']);
  run('bundles of Metro', 'npm', ['run', '--silent', 'bundle']);
  console.log('\nThe package works in React Native.');
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
