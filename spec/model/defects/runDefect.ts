import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build as bundle, type Plugin } from 'esbuild';
import type { Defect } from './Defect.ts';
import { plant, readLibrary } from './plant.ts';

/** The folder of the project: specs and scripts run there. */
const root = process.cwd();

/** The report of the failing history, or `undefined` if all passed. */
export type Outcome = string | undefined;

/**
 * Bundles the histories and the defective library in memory, and runs them in their own process.
 * `program`: the file of `spec/model` that runs them.
 */
export async function runDefect(
  defect: Defect,
  runs: number,
  seed = 1,
  program = 'defects/search',
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'defect-'));
  try {
    const outfile = join(folder, 'run.mjs');
    await bundle({
      entryPoints: [join(root, 'spec/model', `${program}.ts`)],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
      plugins: [planted(defect)],
      logLevel: 'silent',
    });
    return await search(outfile, runs, seed);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Gives the bundle the file with the defect in place of that of the library. */
function planted(defect: Defect): Plugin {
  const { path, text } = plant(defect, readLibrary());
  return {
    name: 'defect',
    setup(build) {
      build.onLoad({ filter: /\.tsx?$/ }, (source) =>
        source.path === path ? { contents: text, loader: 'ts' } : undefined,
      );
    },
  };
}

/** A defect that makes the histories run forever counts as found. */
function search(program: string, runs: number, seed: number): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const args = [program, String(runs), String(seed)];
    execFile(
      process.execPath,
      args,
      { timeout: Math.max(120_000, runs * 60) },
      (error, stdout, stderr) => {
        if (!error) resolve(undefined);
        else if (error.killed) resolve('The histories never end.');
        else if (error.code === 1) resolve(stdout || stderr);
        else reject(error);
      },
    );
  });
}
