import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(__dirname, '..', '..');

/** How often each scenario is repeated before the heap is measured. */
const cycles = process.env.LEAK_CYCLES ?? '1000';

/**
 * Runs scenarios with a production build of the sources in a process of their own; returns the
 * output and the exit code.
 */
export async function runLeakScript(script: string): Promise<{ output: string; code: number }> {
  const directory = mkdtempSync(join(tmpdir(), 'streambed-leak-'));
  try {
    const outfile = join(directory, 'script.cjs');
    await build({
      entryPoints: [join(root, 'spec/leak', script)],
      outfile,
      bundle: true,
      platform: 'node',
      target: 'node20',
      external: ['jsdom'],
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
      tsconfig: join(root, 'tsconfig.json'),
      logLevel: 'error',
    });
    return await run(outfile);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Compiled code varies in the heap; without it the figures are reproducible. */
const FLAGS = ['--expose-gc', '--no-opt', '--no-sparkplug', '--no-flush-bytecode'];

function run(file: string): Promise<{ output: string; code: number }> {
  const env = { ...process.env, NODE_PATH: join(root, 'node_modules'), NODE_ENV: 'production' };
  const child = spawn(process.execPath, [...FLAGS, file, cycles], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (process.env.LEAK_CYCLES) process.stdout.write(text);
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ output, code: code ?? -1 }));
  });
}
