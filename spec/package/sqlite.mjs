// Runs the specs of storages over better-sqlite3 as well: the contract, and programs that are killed while they write. It is compiled in a
// folder of its own, without optimizations: with them, that takes minutes.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSION = '12.11.1';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'streambed-sqlite-'));
try {
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  console.log(`Compiles better-sqlite3@${VERSION}.`);
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
  const run = (command, args, cwd) => execFileSync(command, args, { cwd, stdio: 'inherit' });
  run('npm', ['install', ...flags, `better-sqlite3@${VERSION}`], folder);
  const source = join(folder, 'node_modules', 'better-sqlite3');
  run('npx', ['--yes', 'node-gyp', 'rebuild', '--debug', '--silent'], source);
  const paths = 'spec/features/storage/(contract|killed)';
  const jest = ['jest', '--selectProjects', 'core', 'long', '--testPathPatterns', paths, '-w', '1'];
  const env = { ...process.env, BETTER_SQLITE3: folder };
  const { status } = spawnSync('npx', jest, { cwd: root, env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
