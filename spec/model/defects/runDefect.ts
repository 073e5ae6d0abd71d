import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build as bundle, type Plugin } from 'esbuild';
import type { Defect } from './Defect.ts';

/** The folder of the project: specs and scripts run there. */
const root = process.cwd();

/** The report of the failing history, or `undefined` if all passed. */
export type Outcome = string | undefined;

/** Bundles the histories and the defective library in memory, and runs them in their own process. */
export async function runDefect(defect: Defect, runs: number, seed: number): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'defect-'));
  try {
    const outfile = join(folder, 'run.mjs');
    await bundle({
      entryPoints: [join(root, 'spec/model/defects/search.ts')],
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

/** Puts the defect into its file. Throws if it no longer fits, so that it changes with the sources. */
function planted({ file, find, replace, what }: Defect): Plugin {
  const path = join(root, 'src', file);
  return {
    name: 'defect',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, async (source) => {
        if (source.path !== path) return undefined;
        const text = await readFile(path, 'utf8');
        if (text.split(find).length !== 2) {
          throw new Error(`"${what}" does not fit into src/${file} any more.`);
        }
        return { contents: text.replace(find, () => replace), loader: 'ts' };
      });
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
