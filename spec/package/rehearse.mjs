// Rehearses a release, as CONTRIBUTING.md describes it: in a clone of the last commit, with a registry on this machine. Then a program
// installs the version from there: the app `node`, which must compile.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportApp } from './apps/copyApp.mjs';
import { freePort, root, run, startServer, stopAll } from './apps/processes.mjs';

/** The registry, in a version for Node 20. It is no dependency of the project. */
const VERDACCIO = '6.1.6';
/** A version that does not look like a release. */
const version = '0.0.1-rehearsal';

const scratch = mkdtempSync(join(tmpdir(), 'streambed-release-'));
const clone = join(scratch, 'clone');
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
try {
  const registry = await startRegistry();
  await run('clone', 'git', ['clone', '--quiet', root, clone], { cwd: scratch });
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  // The link is no file of the clone, and `node_modules/` of .gitignore is a folder.
  writeFileSync(join(clone, '.git', 'info', 'exclude'), 'node_modules\n');

  const publish = ['publish', '--registry', registry.url, '--tag', 'next', '--loglevel=error'];
  const refused = await run('publish too early', 'npm', publish, { ...registry, isToFail: true });
  assert.match(refused.stderr, /No release of/);
  assert.match(refused.stderr, /has no tag/);
  console.log('A version without changelog and tag is refused.');

  await release();
  await run('publish', 'npm', publish, registry);
  console.log(`Published ${version}.`);

  const app = join(scratch, 'app');
  exportApp('node', app, version);
  const install = ['install', ...quiet, '--registry', registry.url];
  await run('install the app', 'npm', install, { cwd: app });
  const installed = join(app, 'node_modules', 'streambed', 'package.json');
  assert.equal(JSON.parse(readFileSync(installed, 'utf8')).version, version);
  await run('compile the app', 'npm', ['run', 'typecheck'], { cwd: app });
  console.log('The app installs the version from the registry, and compiles.');
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  stopAll();
  rmSync(scratch, { recursive: true, force: true });
}

/** Steps 2 to 4 of a release. */
async function release() {
  const path = join(clone, 'CHANGELOG.md');
  const heading = '## [Unreleased]\n';
  const today = new Date().toISOString().slice(0, 10);
  const text = readFileSync(path, 'utf8');
  assert.ok(text.includes(heading));
  writeFileSync(path, text.replace(heading, `${heading}\n## [${version}] - ${today}\n`));
  const git = (...args) => run(`git ${args[0]}`, 'git', args, { cwd: clone });
  await run('npm version', 'npm', ['version', version, '--no-git-tag-version'], { cwd: clone });
  await git('config', 'user.name', 'Rehearsal');
  await git('config', 'user.email', 'rehearsal@example.com');
  await git('commit', '--quiet', '--all', '-m', `chore(release): ${version}`);
  await git('tag', '-a', `v${version}`, '-m', `streambed ${version}`);
}

/** Starts a registry that has this package and passes all other requests on. Returns where to publish from. */
async function startRegistry() {
  const folder = join(scratch, 'registry');
  mkdirSync(folder);
  // Its dependency names a tag, which mirrors of npm may lack.
  const manifest = { private: true, overrides: { 'node-fetch': '2.7.0' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  await run('install the registry', 'npm', ['install', ...quiet, `verdaccio@${VERDACCIO}`], {
    cwd: folder,
  });
  const { stdout } = await run('registry of npm', 'npm', ['config', 'get', 'registry'], {
    cwd: folder,
  });
  const port = await freePort();
  writeFileSync(
    join(folder, 'config.yaml'),
    `storage: ./storage
auth: { htpasswd: { file: ./htpasswd } }
uplinks: { npm: { url: '${stdout.trim()}' } }
packages:
  streambed: { access: $all, publish: $authenticated }
  '**': { access: $all, proxy: npm }
log: { type: stdout, format: pretty, level: http }
`,
  );
  const command = [join('node_modules', 'verdaccio', 'bin', 'verdaccio')];
  const listen = ['--config', 'config.yaml', '--listen', `127.0.0.1:${port}`];
  await startServer('registry', process.execPath, [...command, ...listen], {
    cwd: folder,
    ready: /http address/,
  });
  const url = `http://127.0.0.1:${port}/`;
  const response = await fetch(`${url}-/user/org.couchdb.user:rehearsal`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'rehearsal', password: 'river-and-maps' }),
  });
  const { token } = await response.json();
  const config = join(folder, 'npmrc');
  writeFileSync(config, `//127.0.0.1:${port}/:_authToken=${token}\n`);
  return { url, cwd: clone, env: { npm_config_userconfig: config } };
}
