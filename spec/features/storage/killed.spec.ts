import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { build } from 'esbuild';
import { newFolder } from './adapters.ts';
import { sqliteFolder } from './fileDriver.ts';

/** Rounds of each case. In each of them the program is killed while it writes. */
const ROUNDS = Number(process.env.CRASH_RUNS ?? 10);

/** Ends a spec that hangs, ms. */
const TIMEOUT = 60_000 + ROUNDS * 10_000;

const ROWS = 40;

const script = join(newFolder(), 'program.cjs');

beforeAll(() =>
  build({
    entryPoints: [join(__dirname, 'killedProgram.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
  }),
);

interface Round {
  /** The numbers of the rows that the program has found. */
  readonly found: readonly number[];
  /** The last number that it has reported as stored. */
  readonly counted: number;
}

/** Runs the program, and kills it a moment after it has reported `count` commits. */
function runAndKill(args: readonly string[], count: number): Promise<Round> {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    if (lines.length === count + 1) setTimeout(() => child.kill('SIGKILL'), Math.random() * 8);
  });
  return new Promise((resolve, reject) => {
    child.on('close', (_, signal) => {
      if (signal !== 'SIGKILL') return reject(new Error(`The program has ended: ${signal}`));
      // The cast holds for what the program prints first.
      const found = JSON.parse(lines[0]) as readonly number[];
      resolve({ found, counted: Number(lines.length > 1 ? lines.at(-1) : 0) });
    });
  });
}

describe(`a program that is killed while it writes, ${ROUNDS} times,`, () => {
  it.each([
    ['files', 'relaxed'],
    ...(sqliteFolder
      ? [
          ['sqlite', 'relaxed'],
          ['sqlite', 'strict'],
        ]
      : []),
  ])(
    'finds the state after its last commit or the one in flight: %s, %s',
    async (name, durability) => {
      const folder = newFolder();
      let last = 0;
      for (let round = 0; round <= ROUNDS; round++) {
        const { found, counted } = await runAndKill([name, folder, durability], round % 4);
        expect([0, ROWS]).toContain(found.length);
        expect(new Set(found).size).toBeLessThan(2);
        expect([last, last + 1]).toContain(found[0] ?? 0);
        last = Math.max(counted, found[0] ?? 0);
      }
      expect(last).toBeGreaterThan(0);
    },
    TIMEOUT,
  );
});
