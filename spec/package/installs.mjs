// Installs the package into new folders with each supported React, and checks the result; each npm
// must select the same versions. pnpm and Yarn install it with the latest React.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
/** The last one installs; the earlier ones only report their plan. */
const npms = ['10.9.9', '11.19.1'];
/**
 * Ranges as users write them: npm must not select another version of the range because of a peer.
 */
const reacts = ['17', '18.2', '18', '19', undefined];
/** The oldest supported RxJS is tried with the oldest supported React. */
const oldestRxjs = '7.4.0';
const quiet = ['--no-audit', '--no-fund', '--prefer-offline'];

/** The other package managers: what adds a package, and what its folder needs. */
const others = [
  { name: 'pnpm', version: '9.15.9', cli: 'bin/pnpm.cjs', prefix: '' },
  { name: 'yarn', version: '1.22.22', cli: 'bin/yarn.js', prefix: 'file:' },
  {
    name: '@yarnpkg/cli-dist',
    version: '4.18.1',
    cli: 'bin/yarn.js',
    prefix: 'streambed@file:',
    files: { '.yarnrc.yml': 'nodeLinker: node-modules\n', 'yarn.lock': '' },
  },
];

/** Throws at the first folder in which the package does not install or work. */
export function tryInstalls(tarball, scratch) {
  const lean = withoutTypes(tarball, scratch);
  const tools = newFolder(scratch, 'npms', {
    dependencies: Object.fromEntries([
      ...npms.map((version) => [`npm-${version}`, `npm:npm@${version}`]),
      ...others.map(({ name, version }) => [name, version]),
    ]),
  });
  execFileSync('npm', ['install', ...quiet], { cwd: tools });
  for (const npm of npms) {
    const cli = join(tools, 'node_modules', `npm-${npm}`, 'bin', 'npm-cli.js');
    for (const react of reacts) {
      const title = `npm ${npm}, ${react ? `React ${react}` : 'no React'}`;
      console.log(`\n--- install with ${title}`);
      const app = newFolder(scratch, title.replaceAll(/[ ,]+/g, '-'), { type: 'module' });
      const packages = react ? [`react@${react}`, `react-dom@${react}`] : [];
      const installs = npm === npms.at(-1);
      const how = installs ? quiet : [...quiet, '--package-lock-only'];
      const rxjs = react === reacts[0] ? `rxjs@${oldestRxjs}` : 'rxjs';
      run([cli, 'install', ...how, lean, rxjs, ...packages], app);
      const found = locked(app);
      const matches = react ? `${found}.`.startsWith(`${react}.`) : found === undefined;
      assert.ok(matches, `${title}: React ${found} is installed`);
      assert.equal(existsSync(join(app, 'node_modules', 'react')), installs && Boolean(react));
      if (!installs) continue;
      copyFileSync(join(here, 'smoke.mjs'), join(app, 'smoke.mjs'));
      run(['smoke.mjs', react ? '--without-native' : '--only-core'], app);
    }
  }
  for (const other of others) tryOther(other, lean, tools, scratch);
}

function tryOther({ name, version, cli, prefix, files = {} }, tarball, tools, scratch) {
  console.log(`\n--- install with ${name} ${version}`);
  const app = newFolder(scratch, name.replaceAll(/\W/g, '-'), { type: 'module' });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(app, path), text);
  const packages = [`${prefix}${tarball}`, 'rxjs', 'react', 'react-dom'];
  run([join(tools, 'node_modules', name, cli), 'add', ...packages], app);
  copyFileSync(join(here, 'smoke.mjs'), join(app, 'smoke.mjs'));
  run(['smoke.mjs', '--without-native'], app);
}

/** The same package without types, half of its files, which npm unpacks three times per install. */
function withoutTypes(tarball, scratch) {
  const folder = newFolder(scratch, 'lean', {});
  execFileSync('tar', ['-xzf', tarball, '--exclude=*.d.ts'], { cwd: folder });
  execFileSync('tar', ['-czf', 'streambed.tgz', 'package'], { cwd: folder });
  return join(folder, 'streambed.tgz');
}

function newFolder(scratch, name, manifest) {
  const folder = join(scratch, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }));
  return folder;
}

function run(args, cwd) {
  execFileSync(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** The version of React that npm has found for a folder, if any. */
function locked(app) {
  const { packages } = JSON.parse(readFileSync(join(app, 'package-lock.json'), 'utf8'));
  return packages['node_modules/react']?.version;
}
