// Packs the built package and tries the apps of stories/apps as their readers do, outside of the repository: installs, compiles and
// builds each, and uses it. `node spec/package/apps.mjs node next` tries only these. `support-desk` takes a minute, and is used only if it
// is named.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyApp } from './apps/copyApp.mjs';
import { apps as folder, root, run, stopAll } from './apps/processes.mjs';
import { tryNext } from './apps/next.mjs';
import { tryNode } from './apps/node.mjs';
import { tryPersistence } from './apps/persistence.mjs';
import { trySupportDesk } from './apps/supportDesk.mjs';
import { tryViteReact } from './apps/viteReact.mjs';

const apps = {
  node: tryNode,
  'vite-react': tryViteReact,
  next: tryNext,
  persistence: tryPersistence,
  'support-desk': trySupportDesk,
};
const isNamed = process.argv.length > 2;
const chosen = isNamed ? process.argv.slice(2) : Object.keys(apps);
const unknown = chosen.find((name) => !Object.hasOwn(apps, name));
if (unknown) throw new Error(`There is no app "${unknown}", only ${Object.keys(apps).join(', ')}.`);
for (const name of readdirSync(folder)) {
  if (!Object.hasOwn(apps, name)) throw new Error(`stories/apps/${name} is not tried here.`);
}

const scratch = mkdtempSync(join(tmpdir(), 'streambed-apps-'));
const startedAt = Date.now();
try {
  const pack = ['pack', '--json', '--pack-destination', scratch];
  const packed = JSON.parse(execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }));
  const tarball = join(scratch, Object.values(packed)[0].filename);
  await Promise.all(chosen.map((name) => install(name, tarball)));
  for (const name of chosen) {
    console.log(`\n--- ${name}`);
    await apps[name](join(scratch, name), { isNamed });
  }
  console.log(`\nThe apps work: ${chosen.join(', ')}. ${since(startedAt)} s`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  stopAll();
  // Half a gigabyte: the check does not wait until it is gone.
  spawn('rm', ['-rf', scratch], { detached: true, stdio: 'ignore' }).unref();
}

/** A copy of the app with the versions of its lock file, and the package. */
async function install(name, tarball) {
  const started = Date.now();
  const target = join(scratch, name);
  copyApp(name, target);
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await run(`install ${name}`, 'npm', ['install', ...flags, tarball], { cwd: target });
  console.log(`installed ${name} in ${since(started)} s`);
}

function since(time) {
  return Math.round((Date.now() - time) / 1_000);
}
