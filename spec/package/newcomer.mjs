// Does what README.md says, in a fresh clone in a temporary folder: installs, builds, packs, runs the first program, and starts the demo.
// The commands, the program and the outputs are those of the page. A comment before each of its shell blocks says where the block runs:
//
//   <!-- shell: clone -->                in the clone
//   <!-- shell: clone, keeps running --> in the clone; the block ends when the program has run, or with the script
//   <!-- shell: clone, runs in CI -->    not here: it is a step of .ci/run
//   <!-- shell: program -->              in a folder beside the clone; `node <file>` first saves the program in that file
//
// The `text` block after the program is its output. The program of docs/getting-started.md runs, too: with the demo API, and without it.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const scratch = mkdtempSync(join(tmpdir(), 'streambed-newcomer-'));
const clone = join(scratch, 'streambed');
const folder = join(scratch, 'program');

/** The port of the demo API on the page. If it is taken, another one replaces it everywhere. */
const PORT = 4400;
/** How long a command may take, ms: an install with an empty cache. */
const COMMAND_LIMIT = 900_000;
/** How long a server may take to start or to end, and a program to run, ms. */
const LIMIT = 120_000;

const started = Date.now();
/** What a block, or the API of docs/getting-started.md, has started. */
let server;
try {
  await followReadme();
  say('README.md does what it says.');
} catch (error) {
  console.error(`\nREADME.md does not do what it says. ${error.message}`);
  process.exitCode = 1;
} finally {
  if (server) killGroup(server.child.pid, 'SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
}

async function followReadme() {
  say(`clones the last commit to ${clone}`);
  run(`git clone --quiet '${root}' streambed`, scratch);
  mkdirSync(folder);
  const port = await freePort();
  if (port !== PORT) say(`uses port ${port}: ${PORT} is taken`);

  const blocks = readBlocks(join(clone, 'README.md'), port);
  const program = theOne(blocks, ({ mark }) => mark === 'example: run', 'first program');
  const output = blocks.find(({ language, line }) => language === 'text' && line > program.line);
  for (const text of ['npm install && npm start', 'npm install && npm test']) {
    theOne(blocks, (block) => block.text === text, `block "${text}"`);
  }

  for (const { language, mark, text, line } of blocks) {
    if (language !== 'sh') continue;
    say(`line ${line}: ${text.replaceAll('\n', '; ')}`);
    if (mark === 'shell: clone') run(text, clone);
    else if (mark === 'shell: clone, keeps running') {
      await stopServer();
      server = start(text);
      await checkServer();
    } else if (mark === 'shell: program' && text.startsWith('node ')) {
      writeFileSync(join(folder, text.slice('node '.length)), `${program.text}\n`);
      checkProgram(text, output.text);
      await checkGettingStarted(port);
    } else if (mark === 'shell: program') run(text, folder);
    else assert.equal(mark, 'shell: clone, runs in CI', `Line ${line}: where does it run?`);
  }
  await stopServer();
}

/** Runs the first program in the folder, which has nothing but the package and RxJS. */
function checkProgram(command, output) {
  const { stdout, stderr } = run(command, folder, LIMIT);
  assert.equal(stdout.trimEnd(), output, `It prints something else.\n${stderr}`);
  assert.equal(stderr, '', 'It prints a warning.');
  say('  prints the output on the page');
}

/** Runs the program of docs/getting-started.md twice with the demo API, and once without. */
async function checkGettingStarted(port) {
  const { code, output } = gettingStarted(port);
  const command = 'node steps.mjs';
  writeFileSync(join(folder, 'steps.mjs'), code);
  server = start(port === PORT ? 'npm run demo:api' : `npm run demo:api -- --port ${port}`);
  await checkServer();
  for (const time of ['first', 'second']) {
    const { stdout, stderr } = run(command, folder, LIMIT);
    assert.equal(stdout.trimEnd(), output, `The ${time} run prints something else.\n${stderr}`);
  }
  say('  docs/getting-started.md prints the outputs on the page');
  await stopServer();
  const { status, stderr } = spawnBlock(command, folder, LIMIT);
  assert.equal(status, 1, `Without the API, it has to end with 1.\n${stderr}`);
  assert.match(stderr, /NetworkError: .* got no complete response \(ECONNREFUSED\)/);
  say('  without the API, ends with 1 and prints the cause');
}

/** The program of docs/getting-started.md, which is that of all its blocks, and its output. */
function gettingStarted(port) {
  const blocks = readBlocks(join(clone, 'docs', 'getting-started.md'), port);
  const textsOf = (test) => blocks.filter(test).map(({ text }) => text);
  const code = textsOf(({ mark }) => mark === 'example: run').join('\n');
  return { code, output: textsOf(({ language }) => language === 'text').join('\n') };
}

/** Waits until a server has printed its addresses, and fetches them. */
async function checkServer() {
  await until(() => /Demo API.*http/.test(server.output) || hasEnded(server), 'prints addresses');
  const urls = server.output.match(/http:\/\/127\.0\.0\.1:\d+/g) ?? [];
  const isDemo = /^ *Stories/m.test(server.output);
  assert.equal(urls.length, isDemo ? 2 : 1, `It has to print its addresses:\n${server.output}`);
  for (const url of urls) {
    // The API has no start page.
    const page = isDemo && url === urls[0] ? url : `${url}/users`;
    assert.equal((await fetch(page)).status, 200, page);
    say(`  ${page} responds`);
  }
}

/** Ends the server as Ctrl-C does: it must leave no process. */
async function stopServer() {
  if (!server) return;
  const { child, command } = server;
  killGroup(child.pid, 'SIGINT');
  await until(
    () => hasEnded(server) && processesOf(child.pid).length === 0,
    () => {
      return `ends all processes on Ctrl-C; left:\n${processesOf(child.pid).join('\n')}`;
    },
  );
  server = undefined;
  say(`  Ctrl-C ends "${command}" and all its processes`);
}

/** Runs a block to its end. Throws with its output if it fails. */
function run(command, cwd, limit = COMMAND_LIMIT) {
  const result = spawnBlock(command, cwd, limit);
  const { status, signal, stdout, stderr } = result;
  assert.equal(status, 0, `"${command}" ends with ${status ?? signal}.\n${stdout}\n${stderr}`);
  return result;
}

function spawnBlock(command, cwd, timeout) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  const options = { cwd, env: environment(), stdio, timeout, encoding: 'utf8', maxBuffer: 2 ** 26 };
  return spawnSync('bash', ['-euo', 'pipefail', '-c', command], options);
}

/** Starts a block in a process group of its own, as a terminal does. */
function start(command) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  const options = { cwd: clone, env: environment(), stdio, detached: true };
  const child = spawn('bash', ['-euo', 'pipefail', '-c', command], options);
  const running = { command, child, output: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (running.output += text));
  }
  return running;
}

/** The environment of a terminal. npm takes from its cache what another step has downloaded. */
function environment() {
  const own = Object.entries(process.env).filter(
    // Set if this is an npm script: they say where it runs. Development is the default.
    ([name]) =>
      !/^(npm_(package|lifecycle|config|node|execpath|command)|INIT_CWD|NODE_ENV)/.test(name),
  );
  const quiet = { npm_config_prefer_offline: 'true', npm_config_audit: 'false', NO_COLOR: '1' };
  return { ...Object.fromEntries(own), ...quiet };
}

function hasEnded({ child }) {
  return child.exitCode !== null || child.signalCode !== null;
}

/** The processes of a group that are not over, as `ps` shows them. */
function processesOf(group) {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pgid=,stat=,args='], { encoding: 'utf8' });
  return stdout.split('\n').filter((text) => {
    const [pgid, stat] = text.trim().split(/\s+/);
    return Number(pgid) === group && !stat.startsWith('Z');
  });
}

function killGroup(group, signal) {
  try {
    process.kill(-group, signal);
  } catch (error) {
    // The group has ended.
    if (error.code !== 'ESRCH') throw error;
  }
}

async function until(test, what) {
  const end = Date.now() + LIMIT;
  while (!test()) {
    const named = typeof what === 'function' ? what() : what;
    assert.ok(Date.now() < end, `"${server.command}" takes too long until it ${named}.`);
    await wait(100);
  }
}

/** The port of the page, or any free one. */
async function freePort() {
  for (const port of [PORT, 0]) {
    const probe = createServer();
    const found = await new Promise((resolve) => {
      probe.once('error', () => resolve(undefined));
      probe.listen(port, '127.0.0.1', () => resolve(probe.address().port));
    });
    await new Promise((closed) => probe.close(closed));
    if (found) return found;
  }
  throw new Error('There is no free port.');
}

/** The blocks of a page, each with the comment before it. */
function readBlocks(path, port) {
  const page = readFileSync(path, 'utf8').replaceAll(`127.0.0.1:${PORT}`, `127.0.0.1:${port}`);
  const block = /(?:^<!-- (?<mark>.+) -->\n\n)?^```(?<language>\w+)\n(?<text>[^]*?)\n```$/gm;
  return [...page.matchAll(block)].map(({ groups, index, 0: all }) => ({
    ...groups,
    line: page.slice(0, index + all.indexOf('```')).split('\n').length,
  }));
}

function theOne(blocks, test, what) {
  const found = blocks.filter(test);
  assert.equal(found.length, 1, `README.md has to have one ${what}, and has ${found.length}.`);
  return found[0];
}

function say(text) {
  const seconds = Math.round((Date.now() - started) / 1_000);
  console.log(`${String(seconds).padStart(4)} s  ${text}`);
}
