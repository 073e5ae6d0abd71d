import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..', '..');
export const apps = join(root, 'stories', 'apps');

const running = new Set();

/** Runs a command to its end and returns what it has printed. Rejects if it fails and `isToFail` is not set. */
export async function run(title, command, args, { cwd, env = {}, isToFail = false }) {
  const child = start(command, args, { cwd, env });
  const code = await child.ended;
  if ((code !== 0) !== isToFail) {
    throw new Error(`${title}: ended with code ${code}.\n${child.stdout()}${child.stderr()}`);
  }
  return { stdout: child.stdout(), stderr: child.stderr() };
}

/** Starts a server and waits until it prints something that matches. */
export async function startServer(title, command, args, { cwd, env = {}, ready }) {
  const child = start(command, args, { cwd, env });
  return Promise.race([
    child.printed(ready),
    child.ended.then((code) => {
      throw new Error(`${title}: ended with code ${code}.\n${child.stdout()}${child.stderr()}`);
    }),
  ]);
}

/** Starts a demo API with data of its own; returns its address. */
export async function startApi(...options) {
  const args = ['--import', 'tsx', 'stories/api/main.ts', '--port', '0', ...options];
  const [, url] = await startServer('the demo API', process.execPath, args, {
    cwd: root,
    ready: /Demo API: (\S+)/,
  });
  return url;
}

/** Ends the running commands and the processes that they have started. */
export function stopAll() {
  for (const child of running) {
    try {
      process.kill(-child.pid);
    } catch {
      // It has ended by itself.
    }
  }
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    stopAll();
    process.exit(1);
  });
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address();
        probe.close(() => resolve(port));
      });
  });
}

function start(command, args, { cwd, env }) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group: npm and npx do not pass a signal on.
    detached: true,
  });
  running.add(child);
  let [stdout, stderr] = ['', ''];
  const listeners = new Set();
  child.stdout.on('data', (data) => {
    stdout += data;
    for (const listener of listeners) listener();
  });
  child.stderr.on('data', (data) => (stderr += data));
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    ended: new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => {
        running.delete(child);
        resolve(code);
      });
    }),
    printed: (pattern) =>
      new Promise((resolve) => {
        listeners.add(function look() {
          const match = pattern.exec(stdout);
          if (!match) return;
          listeners.delete(look);
          resolve(match);
        });
      }),
  };
}
