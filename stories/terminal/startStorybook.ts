import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Storybook's development server in a process of its own. */
export interface RunningStorybook {
  readonly url: string;
  /** Resolves when the server responds; rejects with its output if it ends before that. */
  readonly ready: Promise<void>;
  /** Resolves with its exit code. */
  readonly ended: Promise<number>;
  stop(): void;
}

/** Starts Storybook on 127.0.0.1; its stories use the demo API at `api`. */
export function startStorybook(options: { port: number; api: string }): RunningStorybook {
  const url = `http://127.0.0.1:${options.port}`;
  const flags =
    `dev --config-dir stories/.storybook --host 127.0.0.1 --port ${options.port} --exact-port ` +
    '--ci --no-open --no-version-updates --disable-telemetry';
  const child = spawn(process.execPath, [storybookBin(), ...flags.split(' ')], {
    cwd: root,
    env: { ...process.env, STORYBOOK_API: options.api, STORYBOOK_DISABLE_TELEMETRY: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = collect(child);
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 0));
  });
  const ready = untilResponds(`${url}/index.json`, child, printed);
  return { url, ready, ended, stop: () => void child.kill('SIGTERM') };
}

function storybookBin(): string {
  const manifest = createRequire(import.meta.url).resolve('storybook/package.json');
  return join(dirname(manifest), 'dist/bin/dispatcher.js');
}

/** Collects the output of Storybook. It is printed only if Storybook fails to start. */
function collect(child: ChildProcess): string[] {
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      if (printed.push(text) > 500) printed.shift();
    });
  }
  return printed;
}

async function untilResponds(
  url: string,
  child: ChildProcess,
  printed: readonly string[],
): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // Not listening yet.
    }
    await wait(200);
  }
  throw new Error(`Storybook has ended before it was ready.\n${printed.join('')}`);
}
